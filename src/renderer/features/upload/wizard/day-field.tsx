import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldProps } from '../../../components/inputs/field.tsx';
import { parseDay } from '../../../i18n/format.ts';
import { offeredBy, setDate } from './document-actions.ts';
import { OfferedValue } from './offered-value.tsx';
import type { Document } from './steps.ts';

/** The day that the file has itself. */
function OfferedDay({ document }: { document: Document }) {
  const { t } = useTranslation('upload');
  const { date } = offeredBy(document);
  if (!date) return null;
  const label = t('said.dateOf', { name: document.file.name });
  return <OfferedValue label={label} value={date} onTake={() => setDate(document.id, date)} />;
}

/** A document's day, typed. What is no day is said, and goes when the field is left. */
export function DayField({ document, hint }: { document: Document; hint?: string }) {
  const { t } = useTranslation('upload');
  const [typed, setTyped] = useState<string>();
  const wrong = typed !== undefined && typed.trim() !== '' && parseDay(typed) === null;
  return (
    <>
      <TextInput
        aria-label={t('details.dateOf', { name: document.file.name })}
        value={typed ?? document.date}
        data-column="date"
        onChange={(event) => {
          const text = event.currentTarget.value;
          setTyped(text);
          const day = parseDay(text);
          if (day) setDate(document.id, day);
        }}
        onBlur={() => {
          if (typed?.trim() === '') setDate(document.id, '');
          setTyped(undefined);
        }}
        {...fieldProps({ error: wrong ? t('details.dateRule') : document.refused?.date, hint })}
      />
      <OfferedDay document={document} />
    </>
  );
}
