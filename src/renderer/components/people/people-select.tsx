import { useTranslation } from 'react-i18next';
import type { Person } from '#shared/platform/primitives.ts';
import { useEndpoint } from '../../api/client.ts';
import { fullName } from '../../i18n/format.ts';
import { FieldFailure, fieldProps } from '../inputs/field.tsx';
import { nothingFound } from '../inputs/nothing-found.ts';
import { MultiSelect } from '../inputs/select.tsx';

/** Maximum number of people shown at a time: an organization may have thousands. */
const SHOWN = 50;

/** Chooses people of the organization by name. Disabled accounts are not offered. */
export function PeopleSelect({
  label,
  placeholder,
  value,
  onChange,
  without,
  error,
  hint,
  ...rest
}: {
  label: string;
  placeholder: string;
  value: readonly Person[];
  onChange: (people: Person[]) => void;
  /** Ids that cannot be chosen. */
  without: ReadonlySet<string>;
  error?: string | undefined;
  hint?: string | undefined;
  'data-autofocus'?: boolean;
}) {
  const { t } = useTranslation();
  const query = useEndpoint('usersByOrganization', {});
  const people = (query.data ?? []).filter(({ _id, enabled }) => enabled && !without.has(_id));
  return (
    <MultiSelect
      {...rest}
      label={label}
      placeholder={query.isPending ? t('loading') : value.length === 0 ? placeholder : ''}
      data={people.map((person) => ({ value: person._id, label: fullName(person) }))}
      value={value.map(({ _id }) => _id)}
      onChange={(ids) =>
        onChange(
          ids.flatMap((id) => {
            const found = people.find(({ _id }) => _id === id);
            return found ? [{ _id: id, firstname: found.firstname, lastname: found.lastname }] : [];
          }),
        )
      }
      searchable
      hidePickedOptions
      limit={SHOWN}
      nothingFoundMessage={nothingFound(query, t('people.none'))}
      {...fieldProps({
        error: query.isError ? (
          <FieldFailure text={t('people.failed')} onRetry={() => void query.refetch()} />
        ) : (
          error
        ),
        hint,
      })}
    />
  );
}
