import { BY_URGENCY } from '#shared/calendars/report.ts';
import type { OccurrenceStatus } from '#shared/calendars/status.ts';
import { groupBy } from '#shared/platform/group-by.ts';
import { LOCALE } from '#shared/platform/limits.ts';
import type {
  Report,
  ReportMonth,
  ReportOccurrence,
  ReportRow,
  Share,
} from '#shared/report/report.schemas.ts';
import { monthOf } from '../../i18n/format.ts';

/* Data for the views of a report. Pure functions: the same for a current and for a frozen report. */

/** The due days of an obligation in a month. */
export interface Cell {
  readonly month: string;
  readonly worst: ReportOccurrence;
  /** All of the month's due days, sorted by day, and the worst of them. */
  readonly items: readonly ReportOccurrence[];
}

/** The cells of an obligation, one for each month; undefined where nothing is due. */
export function cellsOf(row: ReportRow, months: readonly string[]): (Cell | undefined)[] {
  const byMonth = groupBy(row.occurrences, ({ dueOn }) => dueOn.slice(0, 7));
  return months.map((month) => {
    const items = byMonth.get(month)?.sort((a, b) => (a.dueOn < b.dueOn ? -1 : 1));
    const worst = items?.reduce((worse, each) =>
      BY_URGENCY.indexOf(each.status) < BY_URGENCY.indexOf(worse.status) ? each : worse,
    );
    return items && worst && { month, worst, items };
  });
}

/** A due day with its obligation: a row of the table, or an entry of a month. */
export interface DueRow extends ReportOccurrence {
  readonly obligation: ReportRow['obligation'];
  readonly row: ReportRow;
}
export const dueRows = (rows: readonly ReportRow[]): DueRow[] =>
  rows.flatMap((row) => row.occurrences.map((each) => ({ ...each, obligation: row.obligation, row })));

const percent = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
/** Formats a share: "93,0 %"; a dash for nothing. */
export const percentOf = ({ count, of }: Share): string =>
  of === 0 ? '—' : `${percent.format((count / of) * 100)} %`;
/** A share, from 0 to 1. */
export const partOf = ({ count, of }: Share): number => (of === 0 ? 0 : Math.min(1, count / of));

/** "oct 2026". */
export const formatMonth = (month: string): string => `${monthOf(`${month}-01`)} ${month.slice(0, 4)}`;
/** "Oct". */
export const monthHead = (month: string): string => {
  const name = monthOf(`${month}-01`);
  return name.charAt(0).toUpperCase() + name.slice(1);
};

/** A month with the share of due days that were met up to the report's day. */
export interface MonthShare {
  readonly month: string;
  readonly counts: ReportMonth['counts'];
  readonly due: number;
  readonly met: Share;
}

const count = (counts: ReportMonth['counts'], ...statuses: OccurrenceStatus[]): number =>
  statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0);

/**
 * Months by status, with the share that was met. The share of a future month is undefined until one of its due days is
 * decided.
 */
export function monthShares({ months, asOf }: Pick<Report, 'months' | 'asOf'>): MonthShare[] {
  return months.map(({ month, counts }) => {
    const met = count(counts, 'done', 'late');
    const open = count(counts, 'overdue', 'today', 'submitted');
    const ahead = month > asOf.slice(0, 7);
    return {
      month,
      counts,
      due: count(counts, 'done', 'late', 'overdue', 'today', 'submitted', 'upcoming', 'pending'),
      met: ahead ? { count: 0, of: 0 } : { count: met, of: met + open },
    };
  });
}
