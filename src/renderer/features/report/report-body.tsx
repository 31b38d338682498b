import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { OccurrenceStatus } from '#shared/calendars/status.ts';
import type { Report } from '#shared/report/report.schemas.ts';
import { sortText } from '../../components/data-table/columns.ts';
import { IndexTabs } from '../../components/page/index-tabs.tsx';
import { DueTable } from './due-table.tsx';
import { Evolution } from './evolution.tsx';
import { changeIn, VIEWS, type View, viewIn, withParts } from './filters/filters.ts';
import { Matrix } from './matrix/matrix.tsx';
import { MonthView } from './month-view.tsx';
import { RedFolders } from './red-folders.tsx';
import styles from './report.module.css';
import { Since } from './since.tsx';
import { Totals } from './totals.tsx';
import { usePrinting } from './use-printing.ts';

/** A report on screen and on paper, current or frozen. Paper has all of its tables: totals, matrix, folders. */
export function ReportBody({
  report,
  scope,
  closed,
  master,
  none,
}: {
  report: Report;
  /** What it is about, in one sentence. */
  scope: string;
  /** Whether it is frozen: then nothing links to current data, or filters. */
  closed: boolean;
  master: React.ReactNode;
  /** Shown instead of the due days where there are none. */
  none: React.ReactNode;
}) {
  const { t } = useTranslation('report');
  const [params, setParams] = useSearchParams();
  const [all, setAll] = useState(false);
  const printing = usePrinting();
  const view = printing ? 'matrix' : viewIn(params);
  const set = (parts: Record<string, string | null>, replace = true): void =>
    setParams((before) => withParts(before, parts), { replace });
  const narrow = (status: readonly OccurrenceStatus[]): void =>
    set({ status: status.join(','), view: 'table', since: null }, false);
  const change = changeIn(params);
  const empty = report.rows.every(({ occurrences }) => occurrences.length === 0);
  const panels: Readonly<Record<View, () => React.ReactNode>> = {
    matrix: () => (report.rows.length === 0 ? none : <Matrix report={report} closed={closed} />),
    month: () => (
      <MonthView
        report={report}
        month={params.get('month')}
        onMonth={(month) => set({ month })}
        closed={closed}
      />
    ),
    table: () =>
      empty ? (
        none
      ) : (
        <>
          {change && (
            <p className={styles.only}>
              {t(`since.only.${change}`)}
              <button type="button" className="link" onClick={() => set({ since: null })}>
                {t('since.all')}
              </button>
            </p>
          )}
          <DueTable
            report={report}
            change={change}
            sort={params.get('sort')}
            onSort={(sort) => set({ sort: sortText(sort) })}
            closed={closed}
          />
        </>
      ),
    evolution: () => (report.months.length === 0 ? none : <Evolution report={report} />),
    master: () => master,
  };
  const wholeYear = report.from.endsWith('-01') && report.to === `${report.from.slice(0, 4)}-12`;
  return (
    <>
      <p className={`meta ${styles.scope}`}>{scope}</p>
      <Totals totals={report.totals} wholeYear={wholeYear} onNarrow={closed ? undefined : narrow} />
      <Since
        report={report}
        onShow={(since) => set({ since, view: 'table', status: null, sort: null }, false)}
      />
      <div className={styles.views} data-tour="report-views">
        <IndexTabs
          label={t('views.label')}
          value={view}
          onChange={(next) => set({ view: next === 'matrix' ? null : next, sort: null }, false)}
          tabs={VIEWS.map((id) => ({ id, label: t(`views.${id}`), panel: id === view && panels[id]() }))}
        />
      </div>
      <RedFolders folders={report.folders} closed={closed} all={all} onAll={() => setAll(true)} />
    </>
  );
}
