import { Button } from '@mantine/core';
import { IconCalendarOff, IconFilterOff, IconPlus, IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { useEndpoint } from '../../api/client.ts';
import { OccurrencePanel } from '../../components/occurrence/occurrence-panel.tsx';
import { Page } from '../../components/page.tsx';
import { EmptyState, ErrorState } from '../../components/screen-states.tsx';
import { formatIsoDate, formatList } from '../../i18n/format.ts';
import { AsOf } from './as-of.tsx';
import { FilterStrip, useChoices } from './filter-strip.tsx';
import { cleared, filtersOf, isNarrowed, queryOf, withParts } from './filters.ts';
import { LoadingReport } from './loading-report.tsx';
import { MasterNow } from './master-table.tsx';
import { PaperHead } from './paper-head.tsx';
import { usePeriodText } from './period-chip.tsx';
import styles from './report.module.css';
import { ReportBody } from './report-body.tsx';
import { ReportSheet } from './report-sheet.tsx';

/** Folders turn red without a word to this page: coming back to it after so many milliseconds asks again. */
const FRESH_MS = 30_000;

/** How the organization stands by its obligations (spec §2: /calendars/report). */
export function Screen() {
  const { t } = useTranslation('report');
  const [params, setParams] = useSearchParams();
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
  const chosen = useChosen(filters);
  const set = (parts: Record<string, string | null>): void => setParams((before) => withParts(before, parts));
  const day = report.data?.asOf ?? filters.asOf ?? today;
  const noCalendars = calendars.data?.items.length === 0;
  const create = (variant: 'filled' | 'default') => (
    <Button
      component={Link}
      to="/calendars/create"
      variant={variant}
      leftSection={<IconPlus size={16} aria-hidden="true" />}
    >
      {t('create')}
    </Button>
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
          </span>
        }
        actions={
          <div className={styles.actions}>
            <Button
              leftSection={<IconPrinter size={16} aria-hidden="true" />}
              onClick={() => window.print()}
              data-tour="report-export"
            >
              {t('export.print')}
            </Button>
            {create('filled')}
          </div>
        }
      >
        <PaperHead lines={[period, ...chosen.map(({ label, names }) => `${label}: ${formatList(names)}`)]} />
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
                closed={false}
                none={none}
                master={<MasterNow filters={filters} />}
              />
            )}
          </>
        )}
        <OccurrencePanel />
      </Page>
    </ReportSheet>
  );
}

/** What the report is narrowed to, by its names. */
function useChosen(filters: ReturnType<typeof filtersOf>): { label: string; names: string[] }[] {
  const { t } = useTranslation('report');
  const choices = useChoices();
  return choices.flatMap(({ name, options }) => {
    const names = filters[name].map((id) => options?.find(({ value }) => value === id)?.label ?? '…');
    return names.length > 0 ? [{ label: t(`filters.${name}`), names }] : [];
  });
}
