import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Person } from '#shared/platform/primitives.ts';
import { useEndpoint } from '../../api/client.ts';
import { fullName } from '../../i18n/format.ts';
import { FieldFailure, fieldProps } from '../inputs/field.tsx';
import { nothingFound } from '../inputs/nothing-found.ts';
import { TypedSelect } from '../inputs/typed-select.tsx';

const SHOWN = 50;

/** One person of the organization, or nobody. */
export function PersonSelect({
  label,
  placeholder,
  value,
  onChange,
  keep,
  without,
  error,
  hint,
}: {
  label: ReactNode;
  placeholder: string;
  value: string | null;
  onChange: (person: string | null) => void;
  /** The current choice, shown even if the account is disabled now. */
  keep?: Person | null;
  /** Those who are not offered. */
  without?: readonly string[];
  error?: ReactNode;
  hint?: string;
}) {
  const { t } = useTranslation();
  const query = useEndpoint('usersByOrganization', {});
  const people = (query.data ?? []).filter(
    ({ _id, enabled }) => (enabled || _id === keep?._id) && !without?.includes(_id),
  );
  const known = query.data || !keep ? people : [keep];
  return (
    <TypedSelect
      label={label}
      placeholder={query.isPending ? t('loading') : placeholder}
      data={known.map((person) => ({ value: person._id, label: fullName(person) }))}
      value={value}
      onChange={onChange}
      clearable
      clearButtonProps={{ 'aria-label': t('clearSelection') }}
      limit={SHOWN}
      nothingFoundMessage={nothingFound(query, t('people.none'))}
      {...fieldProps({
        error: query.isError ? (
          <FieldFailure text={t('people.failed')} onRetry={() => void query.refetch()} />
        ) : (
          error
        ),
        ...(hint ? { hint } : {}),
      })}
    />
  );
}
