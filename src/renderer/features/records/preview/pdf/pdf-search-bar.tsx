import { TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ToolButton } from '../tool-button.tsx';
import styles from './pdf.module.css';
import type { PdfSearch } from './use-pdf-search.ts';

/** Search within the document: Enter goes to the next match, Shift+Enter to the previous one, Escape closes. */
export function PdfSearchBar({
  text,
  search,
  at,
  focus,
  onText,
  onStep,
  onClose,
}: {
  text: string;
  search: PdfSearch;
  /** Index of the current match, from 0. */
  at: number;
  /** Whether the person opened it, and wants to type. */
  focus: boolean;
  onText: (text: string) => void;
  onStep: (by: 1 | -1) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('records');
  const count = search.matches.length;
  const says = (): string => {
    if (search.wanted === '') return '';
    if (count === 0) return search.running ? t('preview.searching') : t('preview.noMatches');
    return t(search.cut ? 'preview.matchOfMany' : 'preview.match', { at: at + 1, count });
  };
  return (
    <search className={styles.search}>
      <TextInput
        autoFocus={focus}
        size="xs"
        className="grow"
        aria-label={t('preview.search')}
        placeholder={t('preview.search')}
        value={text}
        maxLength={200}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1);
          else if (event.key === 'Escape') onClose();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <span className={styles.count} role="status">
        {says()}
      </span>
      <ToolButton label={t('preview.previousMatch')} off={count === 0} onClick={() => onStep(-1)}>
        <IconChevronUp size={18} />
      </ToolButton>
      <ToolButton label={t('preview.nextMatch')} off={count === 0} onClick={() => onStep(1)}>
        <IconChevronDown size={18} />
      </ToolButton>
      <ToolButton label={t('preview.closeSearch')} onClick={onClose}>
        <IconX size={18} />
      </ToolButton>
    </search>
  );
}
