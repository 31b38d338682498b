import './catalogue.ts';
import { FileInput, SegmentedControl, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPaperclip } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldProps } from '../inputs/field.tsx';
import styles from './table-import.module.css';

export type Way = 'file' | 'paste';

/** Which table is imported: a chosen file, or pasted cells, which become one. */
export interface ImportSource {
  readonly way: Way;
  readonly file: File | null;
  readonly text: string;
  /** Null where nothing was chosen or pasted. */
  readonly given: File | null;
  readonly set: (next: Partial<{ way: Way; file: File | null; text: string }>) => void;
}

/** Text that is being corrected is checked when its person pauses. */
const PAUSE_MS = 500;
const PASTED = 'celdas.csv';
const ACCEPTED =
  '.csv,.txt,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export function useImportSource(): ImportSource {
  const [state, setState] = useState<{ way: Way; file: File | null; text: string }>({
    ...{ way: 'file', file: null, text: '' },
  });
  const { way, file, text } = state;
  const [settled] = useDebouncedValue(text, PAUSE_MS);
  const pasted = useMemo(
    () => (settled.trim() === '' ? null : new File([settled], PASTED, { type: 'text/csv' })),
    [settled],
  );
  return {
    ...state,
    given: way === 'file' ? file : pasted,
    set: (next) => setState((before) => ({ ...before, ...next })),
  };
}

/** Two ways in: a file, or cells copied from a spreadsheet. What was pasted stays, also where it is wrong. */
export function ImportSourceFields({
  source,
  fault,
  hint,
  disabled = false,
}: {
  source: ImportSource;
  fault: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
}) {
  const { t } = useTranslation('table-import');
  const { way, file, text, set } = source;
  return (
    <div className={styles.source}>
      <SegmentedControl
        aria-label={t('ways.label')}
        value={way}
        disabled={disabled}
        onChange={(next) => set({ way: next as Way })}
        data={[
          { value: 'file', label: t('ways.file') },
          { value: 'paste', label: t('ways.paste') },
        ]}
      />
      {way === 'file' ? (
        <FileInput
          label={t('file')}
          placeholder={t('choose')}
          accept={ACCEPTED}
          leftSection={<IconPaperclip size={16} aria-hidden="true" />}
          clearable
          clearButtonProps={{ 'aria-label': t('clear') }}
          value={file}
          disabled={disabled}
          onChange={(chosen) => set({ file: chosen })}
          {...fieldProps({ error: fault, hint })}
        />
      ) : (
        <Textarea
          label={t('paste')}
          classNames={{ input: styles.cells ?? '' }}
          value={text}
          readOnly={disabled}
          autosize
          minRows={5}
          maxRows={12}
          wrap="off"
          spellCheck={false}
          onChange={(event) => set({ text: event.currentTarget.value })}
          {...fieldProps({ error: fault, hint: t('pasteHint') })}
        />
      )}
    </div>
  );
}
