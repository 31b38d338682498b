import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findLabelIcons, type LabelIconName, labelIconName } from '#shared/labels/label-icons.ts';
import { LabelIcon } from '../../components/documents/label-icon.tsx';
import styles from './labels.module.css';

/** A grid of about a hundred icons with a search. The arrow keys move over it. */
export function IconPicker({
  value,
  onChange,
}: {
  value: LabelIconName;
  onChange: (icon: LabelIconName) => void;
}) {
  const { t } = useTranslation('labels');
  const [text, setText] = useState('');
  const grid = useRef<HTMLDivElement>(null);
  const found = findLabelIcons(text);
  const stop = found.includes(value) ? value : found[0];

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const buttons = [...(grid.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    const first = buttons[0]?.offsetTop;
    const columns = buttons.filter((button) => button.offsetTop === first).length;
    const steps: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: at + columns,
      ArrowUp: at - columns,
      Home: 0,
      End: buttons.length - 1,
    };
    const to = steps[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    const target = buttons[Math.max(0, Math.min(buttons.length - 1, to))];
    target?.focus();
    // As in a radio group, moving to an icon chooses it.
    target?.click();
  }

  return (
    <div className={styles.picker} data-tour="label-icons">
      <TextInput
        aria-label={t('form.iconSearch')}
        placeholder={t('form.iconSearch')}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          // The search text is not a value of the form.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      {found.length === 0 ? (
        <p className="meta">{t('form.noIcon')}</p>
      ) : (
        <div
          ref={grid}
          role="radiogroup"
          aria-label={t('form.icon')}
          className={styles.grid}
          onKeyDown={onKeyDown}
        >
          {found.map((name) => (
            // biome-ignore lint/a11y/useSemanticElements: an icon to press; arrow keys move over the grid
            <button
              key={name}
              type="button"
              role="radio"
              aria-checked={name === value}
              aria-label={labelIconName(name)}
              title={labelIconName(name)}
              tabIndex={name === stop ? 0 : -1}
              className={styles.icon}
              onClick={() => onChange(name)}
            >
              <LabelIcon name={name} size={20} />
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
