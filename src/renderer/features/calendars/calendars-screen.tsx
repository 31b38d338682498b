import './catalogue.ts';
import { ActionIcon, Button } from '@mantine/core';
import {
  IconCalendarOff,
  IconChevronLeft,
  IconChevronRight,
  IconReportAnalytics,
  IconRss,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { OCCURRENCE_STATUSES } from '#shared/calendars/status.ts';
import { useEndpoint } from '../../api/client.ts';
import { useUser } from '../../api/session-store.ts';
import { CreateButton } from '../../components/create-button.tsx';
import { MultiSelect, Select } from '../../components/inputs/select.tsx';
import { OccurrencePanel } from '../../components/occurrence/occurrence-panel.tsx';
import { WeeksView } from '../../components/occurrence/weeks-view.tsx';
import { IndexTabs } from '../../components/page/index-tabs.tsx';
import { Page } from '../../components/page/page.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { ImportButton } from '../../components/table-import/import-button.tsx';
import { withParam } from '../../hooks/search-params.ts';
import { formatDate } from '../../i18n/format.ts';
import { CalendarCards } from './calendar-cards.tsx';
import styles from './calendars.module.css';
import { FeedDialog } from './feed-dialog.tsx';
import { dayIn, rangeOf, stepFrom, VIEWS, viewIn, type Whose, whoseIn, withWhose } from './filters.ts';
import { AgendaView, ListView } from './views.tsx';
import { WeekView } from './week-view.tsx';

/** The organization's calendars and their due days, by month, week, day, or as a list. */
export function Screen() {
  const { t } = useTranslation('calendars');
  const calendars = useEndpoint('calendars', {});
  const user = useUser();
  const [feed, setFeed] = useState(false);
  const create = (
    <CreateButton to="/calendars/create" data-tour="calendars-create">
      {t('create')}
    </CreateButton>
  );
  return (
    <Page
      title={t('title')}
      intro={t('intro')}
      actions={
        <>
          {(user.isAdmin || user.isManager) && (
            <Button
              component={Link}
              to="/calendars/report"
              leftSection={<IconReportAnalytics size={16} aria-hidden="true" />}
            >
              {t('report')}
            </Button>
          )}
          <Button
            leftSection={<IconRss size={16} aria-hidden="true" />}
            onClick={() => setFeed(true)}
            data-tour="calendars-feed"
          >
            {t('feed.open')}
          </Button>
          {user.isAdmin && <ImportButton kind="obligations" />}
          {calendars.data?.may && create}
        </>
      }
    >
      {calendars.isPending && <LoadingRows rows={6} height={48} />}
      {calendars.isError && (
        <ErrorState title={t('failed')} error={calendars.error} onRetry={() => void calendars.refetch()} />
      )}
      {calendars.data?.items.length === 0 && (
        <EmptyState
          icon={IconCalendarOff}
          title={t('empty.title')}
          action={calendars.data.may ? create : undefined}
        >
          {t(calendars.data.may ? 'empty.body' : 'empty.ask')}
        </EmptyState>
      )}
      {calendars.data && calendars.data.items.length > 0 && (
        <>
          <CalendarCards calendars={calendars.data.items} />
          <DueDays calendars={calendars.data.items} />
        </>
      )}
      <FeedDialog opened={feed} onClose={() => setFeed(false)} />
      <OccurrencePanel />
    </Page>
  );
}

function DueDays({ calendars }: { calendars: readonly { _id: string; name: string }[] }) {
  const { t } = useTranslation('calendars');
  const user = useUser();
  const [params, setParams] = useSearchParams();
  const view = viewIn(params);
  const on = dayIn(params);
  const range = rangeOf(view, on);
  const set = (name: string, value: string | null): void =>
    setParams((before) => withParam(before, name, value), { replace: true });
  const chosen = params.get('status')?.split(',').filter(Boolean) ?? [];
  const calendar = params.get('calendar') ?? undefined;
  const whose = whoseIn(params);
  const query = useEndpoint(
    'occurrences',
    {
      query: {
        ...range,
        ...(calendar ? { calendar } : {}),
        ...(whose === 'mine' ? { responsible: user._id } : {}),
        ...(whose === 'nobody' ? { nobody: 'yes' as const } : {}),
        ...(chosen.length > 0 ? { status: chosen.join(',') } : {}),
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
  const days = useRef<HTMLDivElement>(null);
  // In a long month today may be out of sight, and in another one it is drawn only after this.
  const seeksToday = useRef(false);
  const seekToday = (): void => {
    const cell = seeksToday.current && days.current?.querySelector('[aria-current="date"]');
    if (!cell) return;
    seeksToday.current = false;
    cell.scrollIntoView({ block: 'nearest' });
  };
  useEffect(seekToday);
  const showToday = (): void => {
    seeksToday.current = true;
    set('on', null);
    seekToday();
  };
  const panel = (
    <div ref={days}>
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
      {/* biome-ignore lint/a11y/useSemanticElements: fields that narrow what is shown, no form */}
      <div
        className={styles.filters}
        role="group"
        aria-label={t('filters.label')}
        data-tour="calendars-filters"
      >
        <Select
          label={t('filters.calendar')}
          placeholder={t('filters.all')}
          clearable
          data={calendars.map(({ _id, name }) => ({ value: _id, label: name }))}
          value={calendar ?? null}
          onChange={(value) => set('calendar', value)}
        />
        <MultiSelect
          label={t('filters.status')}
          placeholder={chosen.length === 0 ? t('filters.all') : undefined}
          clearable
          data={OCCURRENCE_STATUSES.map((value) => ({ value, label: t(`common:occurrenceStatus.${value}`) }))}
          value={chosen}
          onChange={(value) => set('status', value.join(','))}
        />
        <Select
          label={t('filters.responsible')}
          allowDeselect={false}
          data={[
            { value: 'all', label: t('filters.everybody') },
            { value: 'mine', label: t('filters.mine') },
            { value: 'nobody', label: t('filters.nobody') },
          ]}
          value={whose}
          onChange={(value) => setParams((before) => withWhose(before, value as Whose), { replace: true })}
        />
      </div>
      <div data-tour="calendars-views">
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
