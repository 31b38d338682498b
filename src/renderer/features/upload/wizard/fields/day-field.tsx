import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldProps } from '../../../../components/inputs/field.tsx';
import { yearHint } from '../../../../components/inputs/year-hint.ts';
import { offeredBy, setDate, typeDate } from '../document-actions.ts';
import type { Document } from '../steps/steps.ts';
import { OfferedValue } from './offered-value.tsx';

/** The day that the file has itself. */
function OfferedDay({ document }: { document: Document }) {
  const { t } = useTranslation('upload');
  const { date } = offeredBy(document);
  if (!date) return null;
  const label = t('said.dateOf', { name: document.file.name });
  return <OfferedValue label={label} value={date} onTake={() => setDate(document.id, date)} />;
}

/** A document's day, typed. What is no day stays, is said, and has to be corrected. */
export function DayField({ document, hint }: { document: Document; hint?: string }) {
  const { t } = useTranslation('upload');
  const { id, file, date, wrongDate, refused } = document;
  // What is typed is left as it is until the field is left: a day is shown as YYYY-MM-DD.
  const [typed, setTyped] = useState<string>();
  return (
    <>
      <TextInput
        aria-label={t('details.dateOf', { name: file.name })}
        value={typed ?? wrongDate ?? date}
        data-column="date"
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          typeDate(id, event.currentTarget.value);
        }}
        onBlur={() => setTyped(undefined)}
        {...fieldProps({
          error: wrongDate === undefined ? refused?.date : t('details.dateRule'),
          hint: yearHint(date) ?? hint,
        })}
      />
      <OfferedDay document={document} />
    </>
  );
}
