import './catalogue.ts';
import { Button } from '@mantine/core';
import { IconCalendarOff, IconFilterOff, IconMailForward, IconSnowflake } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { REPORT_FORMATS } from '#shared/report/report.schemas.ts';
import { call, useEndpoint } from '../../api/client.ts';
import { CreateButton } from '../../components/create-button.tsx';
import { OccurrencePanel } from '../../components/occurrence/occurrence-panel.tsx';
import { Page } from '../../components/page/page.tsx';
import { EmptyState, ErrorState } from '../../components/page/screen-states.tsx';
import { toast } from '../../components/toast.tsx';
import { WriteButton, WriteItem } from '../../components/write.tsx';
import { formatDate, formatIsoDate } from '../../i18n/format.ts';
import { AlsoDue } from './also-due.tsx';
import { ExportActions } from './export-actions.tsx';
import { FilterStrip } from './filters/filter-strip.tsx';
import { cleared, filtersOf, isNarrowed, LISTS, queryOf, viewIn, withParts } from './filters/filters.ts';
import { usePeriodText } from './filters/period-chip.tsx';
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

/** The organization's obligations, now or in a frozen report (docs/domain/calendars.md). */
export function Screen() {
  const [params] = useSearchParams();
  const snapshot = params.get('snapshot');
  return snapshot ? <FrozenScreen key={snapshot} id={snapshot} /> : <ReportNow />;
}

function ReportNow() {
  const { t } = useTranslation('report');
  const navigate = useNavigate();
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
            <span>
              <AsOf
                day={day}
                chosen={filters.asOf !== null}
                reconstructed={report.data?.reconstructed ?? false}
                onChange={(asOf) => set({ asOf: asOf === today ? null : asOf })}
              />
            </span>
            <Link to="/calendars" className={`link ${styles.screenOnly}`}>
              {t('seeCalendars')}
            </Link>
            <button
              type="button"
              className={`link ${styles.screenOnly}`}
              onClick={() => setListed(true)}
              data-tour="report-frozen"
            >
              {t('frozen.title')}
            </button>
            <button
              type="button"
              className={`link ${styles.screenOnly}`}
              onClick={() => set({ [MAILS]: 'list' })}
              data-tour="report-mails"
            >
              {t('mails.link')}
            </button>
          </span>
        }
        actionsLast
        actions={
          <div className={styles.actions}>
            <ExportActions
              formats={REPORT_FORMATS}
              view={viewIn(params)}
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
            <WriteButton
              leftSection={<IconSnowflake size={16} aria-hidden="true" />}
              disabled={!report.data}
              onClick={() => setFreezing(true)}
              data-tour="report-freeze"
            >
              {t('freeze.open')}
            </WriteButton>
            {create('filled')}
          </div>
        }
      >
        <PaperHead />
        {noCalendars ? (
          <EmptyState icon={IconCalendarOff} title={t('empty.title')} action={create('default')}>
            {t('empty.body')}
          </EmptyState>
        ) : (
          <>
            <FilterStrip
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
