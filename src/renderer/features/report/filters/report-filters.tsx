import { useTranslation } from 'react-i18next';
import { OCCURRENCE_STATUSES } from '#shared/calendars/status.ts';
import type { Day } from '#shared/platform/days.ts';
import { useEndpoint } from '../../../api/client.ts';
import { ChipSelect } from '../../../components/filters/chip-select.tsx';
import { FilterStrip } from '../../../components/filters/filter-strip.tsx';
import { fullName } from '../../../i18n/format.ts';
import { type Filters, isNarrowed, type ListName } from './filters.ts';
import { PeriodChip } from './period-chip.tsx';

const byName = (items: readonly { _id: string; name: string }[] | undefined) =>
  items?.map(({ _id, name }) => ({ value: _id, label: name }));

/** Choices of the filters, with their names. */
function useChoices() {
  const { t } = useTranslation();
  const calendars = useEndpoint('calendars', {});
  const groups = useEndpoint('groupsByOrganization', {});
  const departments = useEndpoint('departmentsByOrganization', {});
  const people = useEndpoint('usersByOrganization', {});
  return [
    { name: 'calendar', query: calendars, options: byName(calendars.data?.items) },
    { name: 'group', query: groups, options: byName(groups.data) },
    { name: 'department', query: departments, options: byName(departments.data) },
    {
      name: 'responsible',
      query: people,
      options: people.data?.map((person) => ({ value: person._id, label: fullName(person) })),
    },
    {
      name: 'status',
      query: undefined,
      options: OCCURRENCE_STATUSES.map((status) => ({
        value: status,
        label: t(`occurrenceStatus.${status}`),
      })),
    },
  ] as const;
}

/** What narrows the report, as chips. */
export function ReportFilters({
  filters,
  today,
  onChange,
  onClear,
}: {
  filters: Filters;
  today: Day;
  onChange: (parts: Partial<Record<ListName | 'period' | 'from' | 'to', string | null>>) => void;
  onClear: () => void;
}) {
  const { t } = useTranslation('report');
  const choices = useChoices();
  return (
    <FilterStrip isNarrowed={isNarrowed(filters)} onClear={onClear} tour="report-filters">
      <PeriodChip filters={filters} today={today} onChange={onChange} />
      {choices.map(({ name, query, options }) => (
        <ChipSelect
          key={name}
          label={t(`filters.${name}`)}
          all={t(`filters.all.${name}`)}
          options={options}
          value={filters[name]}
          onChange={(value) => onChange({ [name]: value.join(',') })}
          {...(query?.isError ? { error: query.error, onRetry: () => void query.refetch() } : {})}
        />
      ))}
    </FilterStrip>
  );
}
