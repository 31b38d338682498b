import './catalogue.ts';
import { Button } from '@mantine/core';
import {
  IconArchive,
  IconCalendarMonth,
  IconCalendarOff,
  IconFilterOff,
  IconMail,
  IconMailForward,
  IconSnowflake,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { REPORT_FORMATS } from '#shared/report/report.schemas.ts';
import { call, useEndpoint } from '../../api/client.ts';
import { CreateButton } from '../../components/create-button.tsx';
import { OccurrencePanel } from '../../components/occurrence/occurrence-panel.tsx';
import { type HeadAction, HeadActions } from '../../components/page/head-actions.tsx';
import { Page } from '../../components/page/page.tsx';
import { EmptyState, ErrorState } from '../../components/page/screen-states.tsx';
import { toast } from '../../components/toast.tsx';
import { WriteItem } from '../../components/write.tsx';
import { useNarrow } from '../../hooks/use-narrow.ts';
import { formatDate, formatIsoDate } from '../../i18n/format.ts';
import { AlsoDue } from './also-due.tsx';
import { ExportActions } from './export-actions.tsx';
import {
  cleared,
  filtersOf,
  isNarrowed,
  LISTS,
  monthOfDay,
  monthsOf,
  queryOf,
  viewIn,
  withParts,
} from './filters/filters.ts';
import { usePeriodText } from './filters/period-chip.tsx';
import { ReportFilters } from './filters/report-filters.tsx';
import { AsOf, dayInWords } from './frozen/as-of.tsx';
import { FreezeDialog } from './frozen/freeze-dialog.tsx';
import { FrozenList } from './frozen/frozen-list.tsx';
import { FrozenScreen } from './frozen/frozen-screen.tsx';
import { PaperHead } from './frozen/paper-head.tsx';
import { LoadingReport } from './loading-report.tsx';
import { MAILS, MonthlyMails } from './mailed/monthly-mails.tsx';
import { MasterNow } from './master-table.tsx';
import styles from './report.module.css';
import { ReportBody } from './report-body.tsx';
import { ReportSheet } from './report-sheet.tsx';

/** Milliseconds after which returning to the page reloads it: no realtime message tells that a folder turned red. */
const FRESH_MS = 30_000;

const NO_PERIOD = { period: null, from: null, to: null };

/** The organization's obligations, now or in a frozen report (docs/domain/calendars.md). */
export function Screen() {
  const [params] = useSearchParams();
  const snapshot = params.get('snapshot');
  return snapshot ? <FrozenScreen key={snapshot} id={snapshot} /> : <ReportNow />;
}

function ReportNow() {
  const { t } = useTranslation('report');
  const navigate = useNavigate();
  const isNarrow = useNarrow();
  const [params, setParams] = useSearchParams();
  const [freezing, setFreezing] = useState(false);
  const [listed, setListed] = useState(false);
  const today = formatIsoDate(new Date());
  const filters = filtersOf(params);
  const query = queryOf(filters, today);
  const report = useEndpoint(
    'report',
    { query },
    {
      placeholderData: (before) => before,
      staleTime: FRESH_MS,
      refetchOnWindowFocus: true,
    },
  );
  const calendars = useEndpoint('calendars', {});
  const period = usePeriodText()(filters, today);
  const set = (parts: Record<string, string | null>): void => setParams((before) => withParts(before, parts));
  const day = report.data?.asOf ?? filters.asOf ?? today;
  const noCalendars = calendars.data?.items.length === 0;
  const { status, ...frozenQuery } = query;
  const create = (variant: 'filled' | 'default') => (
    <CreateButton to="/calendars/create" variant={variant}>
      {t('create')}
    </CreateButton>
  );
  const showFrozen = (): void => setListed(true);
  const showMails = (): void => set({ [MAILS]: 'list' });
  const actions: readonly HeadAction[] = [
    { label: t('seeCalendars'), icon: IconCalendarMonth, to: '/calendars' },
    ...(isNarrow
      ? [
          { label: t('frozen.title'), icon: IconArchive, onClick: showFrozen },
          { label: t('mails.link'), icon: IconMail, onClick: showMails },
        ]
      : []),
    {
      label: t('freeze.open'),
      icon: IconSnowflake,
      onClick: () => setFreezing(true),
      disabled: !report.data,
      writes: true,
      tour: 'report-freeze',
    },
  ];
  const { from, to } = monthsOf(filters, today);
  const covers = from <= monthOfDay(today) && monthOfDay(today) <= to;
  const isTodayShown = filters.asOf === null && covers;
  // A period that ends with the report's day moves to today by itself.
  const periodOfToday = filters.period === 'last' || filters.period === 'custom' ? NO_PERIOD : {};
  const none = (
    <div className={styles.panel}>
      <EmptyState
        icon={IconFilterOff}
        title={t(isNarrowed(filters) ? 'empty.filtered' : 'empty.none')}
        action={
          isNarrowed(filters) && <Button onClick={() => setParams(cleared)}>{t('filters.clearAll')}</Button>
        }
      >
        {t(isNarrowed(filters) ? 'empty.filteredBody' : 'empty.noneBody')}
      </EmptyState>
    </div>
  );
  return (
    <ReportSheet>
      <Page
        wide
        title={t('title')}
        intro={
          <span className={styles.intro}>
            <AsOf
              day={day}
              today={isTodayShown ? null : () => set({ asOf: null, month: null, ...periodOfToday })}
              reconstructed={report.data?.reconstructed ?? false}
              onChange={(asOf) => set({ asOf: asOf === today ? null : asOf })}
            />
            {!isNarrow && (
              <>
                <button
                  type="button"
                  className={`link ${styles.screenOnly}`}
                  onClick={showFrozen}
                  data-tour="report-frozen"
                >
                  {t('frozen.title')}
                </button>
                <button
                  type="button"
                  className={`link ${styles.screenOnly}`}
                  onClick={showMails}
                  data-tour="report-mails"
                >
                  {t('mails.link')}
                </button>
              </>
            )}
          </span>
        }
        actionsBeside
        actions={
          <HeadActions
            actions={actions}
            menu={(before) => (
              <ExportActions
                formats={REPORT_FORMATS}
                view={viewIn(params)}
                before={before}
                fetch={(format, part) =>
                  call('reportExport', {
                    query: { ...query, format, ...(format === 'csv' ? { part } : {}) },
                  })
                }
              >
                <WriteItem
                  leftSection={<IconMailForward size={16} aria-hidden="true" />}
                  onClick={() => set({ [MAILS]: 'new' })}
                >
                  {t('mails.menu')}
                </WriteItem>
              </ExportActions>
            )}
            create={create('filled')}
          />
        }
      >
        <PaperHead />
        {noCalendars ? (
          <EmptyState icon={IconCalendarOff} title={t('empty.title')} action={create('default')}>
            {t('empty.body')}
          </EmptyState>
        ) : (
          <>
            <ReportFilters
              filters={filters}
              today={today}
              onChange={(parts) => set(parts as Record<string, string | null>)}
              onClear={() => setParams(cleared)}
            />
            {report.isPending && <LoadingReport />}
            {report.isError && !report.data && (
              <ErrorState title={t('failed')} error={report.error} onRetry={() => void report.refetch()} />
            )}
            {report.data && (
              <ReportBody
                report={report.data}
                scope={report.data.scope}
                closed={false}
                none={none}
                master={<MasterNow filters={filters} />}
              />
            )}
          </>
        )}
        <OccurrencePanel beside={(id) => report.data && <AlsoDue rows={report.data.rows} id={id} />} />
        <MonthlyMails filters={filters} />
        <FrozenList opened={listed} onClose={() => setListed(false)} />
        {freezing && (
          <FreezeDialog
            suggested={t('freeze.suggested', { period, day: formatDate(day) })}
            about={t('freeze.about', { day: dayInWords(day), period })}
            body={bodyOf(frozenQuery)}
            statusIgnored={status !== undefined}
            onClose={() => setFreezing(false)}
            onFrozen={(made) => {
              setFreezing(false);
              toast.success(t('freeze.done'));
              void navigate(`/calendars/report?snapshot=${made._id}`);
            }}
          />
        )}
      </Page>
    </ReportSheet>
  );
}

/** Lists of ids: an array in a body, one text in a query. */
const bodyOf = (query: Record<string, string>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      LISTS.some((list) => list === name) ? value.split(',') : value,
    ]),
  );
