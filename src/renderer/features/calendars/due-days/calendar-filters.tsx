import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { OCCURRENCE_STATUSES } from '#shared/calendars/status.ts';
import { ChipSelect } from '../../../components/filters/chip-select.tsx';
import { FilterStrip } from '../../../components/filters/filter-strip.tsx';
import { withParam } from '../../../hooks/search-params.ts';
import { cleared, filtersIn, isNarrowed, type Whose, whoseIn, withWhose } from './filters.ts';

/** What narrows the due days, as chips. */
export function CalendarFilters({ calendars }: { calendars: readonly { _id: string; name: string }[] }) {
  const { t } = useTranslation('calendars');
  const [params, setParams] = useSearchParams();
  const { calendar, status } = filtersIn(params);
  const whose = whoseIn(params);
  const change = (to: (before: URLSearchParams) => URLSearchParams): void => setParams(to, { replace: true });
  return (
    <FilterStrip isNarrowed={isNarrowed(params)} onClear={() => change(cleared)} tour="calendars-filters">
      <ChipSelect
        label={t('filters.calendar')}
        all={t('filters.all')}
        options={calendars.map(({ _id, name }) => ({ value: _id, label: name }))}
        value={calendar}
        onChange={(value) => change((before) => withParam(before, 'calendar', value.join(',')))}
      />
      <ChipSelect
        single
        label={t('filters.responsible')}
        all={t('filters.all')}
        options={[
          { value: 'mine', label: t('filters.mine') },
          { value: 'nobody', label: t('filters.nobody') },
        ]}
        value={whose === 'all' ? [] : [whose]}
        onChange={([value]) => change((before) => withWhose(before, (value ?? 'all') as Whose))}
      />
      <ChipSelect
        label={t('filters.status')}
        all={t('filters.all')}
        options={OCCURRENCE_STATUSES.map((value) => ({
          value,
          label: t(`common:occurrenceStatus.${value}`),
        }))}
        value={status}
        onChange={(value) => change((before) => withParam(before, 'status', value.join(',')))}
      />
    </FilterStrip>
  );
}
