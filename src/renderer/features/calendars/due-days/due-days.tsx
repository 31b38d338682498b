import { ActionIcon, Button } from '@mantine/core';
import { IconCalendarOff, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useEndpoint } from '../../../api/client.ts';
import { useUser } from '../../../api/session-store.ts';
import { useToday } from '../../../components/occurrence/use-today.ts';
import { WeeksView } from '../../../components/occurrence/weeks-view.tsx';
import { IndexTabs } from '../../../components/page/index-tabs.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../../components/page/screen-states.tsx';
import { withParam } from '../../../hooks/search-params.ts';
import { formatDate } from '../../../i18n/format.ts';
import styles from '../calendars.module.css';
import { CalendarFilters } from './calendar-filters.tsx';
import { dayIn, filtersIn, rangeOf, stepFrom, VIEWS, viewIn, whoseIn } from './filters.ts';
import { AgendaView, ListView } from './views.tsx';
import { WeekView } from './week-view.tsx';

/** What is due, in the view and with the filters of the URL. */
export function DueDays({ calendars }: { calendars: readonly { _id: string; name: string }[] }) {
  const { t } = useTranslation('calendars');
  const user = useUser();
  const [params, setParams] = useSearchParams();
  const view = viewIn(params);
  const on = dayIn(params);
  const range = rangeOf(view, on);
  const set = (name: string, value: string | null): void =>
    setParams((before) => withParam(before, name, value), { replace: true });
  const { calendar, status } = filtersIn(params);
  const whose = whoseIn(params);
  const query = useEndpoint(
    'occurrences',
    {
      query: {
        ...range,
        ...(calendar.length > 0 ? { calendar: calendar.join(',') } : {}),
        ...(whose === 'mine' ? { responsible: user._id } : {}),
        ...(whose === 'nobody' ? { nobody: 'yes' as const } : {}),
        ...(status.length > 0 ? { status: status.join(',') } : {}),
      },
    },
    { placeholderData: (before) => before },
  );
  const heading =
    view === 'list'
      ? on.slice(0, 4)
      : view === 'month'
        ? t('views.monthOf', { month: t(`months.${Number(on.slice(5, 7))}`), year: on.slice(0, 4) })
        : t('views.between', { from: formatDate(range.from), to: formatDate(range.to) });
  const items = query.data?.items ?? [];
  const { days, seekToday } = useToday();
  const showToday = (): void => {
    set('on', null);
    seekToday();
  };
  const panel = (
    <div ref={days} className={styles.days}>
      <div className={styles.nav}>
        <ActionIcon aria-label={t('views.before')} onClick={() => set('on', stepFrom(view, on, -1))}>
          <IconChevronLeft size={18} />
        </ActionIcon>
        <ActionIcon aria-label={t('views.after')} onClick={() => set('on', stepFrom(view, on, 1))}>
          <IconChevronRight size={18} />
        </ActionIcon>
        <h2 aria-live="polite">{heading}</h2>
        <Button size="compact-sm" onClick={showToday}>
          {t('views.today')}
        </Button>
      </div>
      {query.isPending && <LoadingRows rows={6} height={48} />}
      {query.isError && (
        <ErrorState title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data && view === 'month' && <WeeksView items={items} {...range} month={on.slice(0, 7)} />}
      {query.data && view === 'week' && <WeekView items={items} monday={range.from} />}
      {query.data && items.length === 0 && (view === 'agenda' || view === 'list') && (
        <EmptyState icon={IconCalendarOff} title={t('none.title')}>
          {t('none.body')}
        </EmptyState>
      )}
      {view === 'agenda' && <AgendaView items={items} />}
      {view === 'list' && items.length > 0 && <ListView items={items} />}
      {query.data?.more && <p className="meta">{t('none.more')}</p>}
    </div>
  );
  return (
    <>
      <CalendarFilters calendars={calendars} />
      <div className={styles.views} data-tour="calendars-views">
        <IndexTabs
          label={t('views.label')}
          value={view}
          onChange={(next) => set('view', next === 'month' ? null : next)}
          tabs={VIEWS.map((id) => ({ id, label: t(`views.${id}`), panel }))}
        />
      </div>
    </>
  );
}
