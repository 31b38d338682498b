import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldFailure, fieldProps } from '../../components/inputs/field.tsx';
import { nothingFound } from '../../components/inputs/nothing-found.ts';
import { Select } from '../../components/inputs/select.tsx';
import { useParties } from './queries.ts';

/** Milliseconds of pause, so that not every letter causes a request. */
const TYPING_MS = 250;
const OWN = 'own';

export interface Chosen {
  readonly _id: string;
  readonly name: string;
}

/** Chooses the contractor for whom a worker works, or that it is the organization itself. */
export function ContractorSelect({
  value,
  onChange,
  error,
}: {
  value: Chosen | null;
  onChange: (contractor: Chosen | null) => void;
  error?: string | undefined;
}) {
  const { t } = useTranslation('contractors');
  const own = t('own');
  const [typed, setTyped] = useState(value?.name ?? own);
  const [asked] = useDebouncedValue(typed.trim(), TYPING_MS);
  const isTyped = asked !== '' && asked !== (value?.name ?? own);
  const { query, items } = useParties({
    kind: 'contractor',
    ...(isTyped ? { q: asked.slice(0, 80) } : {}),
  });
  const found = items.map(({ _id, name }) => ({ _id, name }));
  const choices = value && !found.some(({ _id }) => _id === value._id) ? [value, ...found] : found;
  return (
    <Select
      label={t('fields.contractor')}
      searchable
      allowDeselect={false}
      data={[{ value: OWN, label: own }, ...choices.map(({ _id, name }) => ({ value: _id, label: name }))]}
      // The server has looked already.
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      value={value?._id ?? OWN}
      onChange={(id) => onChange(choices.find(({ _id }) => _id === id) ?? null)}
      onBlur={() => setTyped(value?.name ?? own)}
      nothingFoundMessage={nothingFound(query, t('noContractor'))}
      {...fieldProps({
        error: query.isError ? (
          <FieldFailure text={t('contractorsFailed')} onRetry={() => void query.refetch()} />
        ) : (
          error
        ),
        hint: t('fields.contractorHint'),
      })}
    />
  );
}
