import { CHANGES_SINCE, type ChangeSince } from '#shared/calendars/report.ts';
import { OCCURRENCE_STATUSES, type OccurrenceStatus } from '#shared/calendars/status.ts';
import { addMonths, type Day, isDay, PLANNED_DAYS } from '#shared/platform/days.ts';
import { REPORT_MONTHS_MAX } from '#shared/report/report.schemas.ts';

/* The filters of a report. They are kept in the URL, so that a report can be shared and returned to. */

export const VIEWS = ['matrix', 'month', 'table', 'evolution', 'master'] as const;
export type View = (typeof VIEWS)[number];
export const viewIn = (params: URLSearchParams): View =>
  VIEWS.find((view) => view === params.get('view')) ?? 'matrix';

/** The due days that changed since the end of the month before, where only those are listed. Any other value lists all. */
export const changeIn = (params: URLSearchParams): ChangeSince | null =>
  CHANGES_SINCE.find((change) => change === params.get('since')) ?? null;

/** This year, last year, or a number of months up to now. `custom` has its own first and last month. */
export const PERIODS = ['year', 'last', '12', '24', '36', 'custom'] as const;
export type Period = (typeof PERIODS)[number];

/** Filters with several values, in the order of their chips. */
export const LISTS = ['calendar', 'group', 'department', 'responsible', 'status'] as const;
export type ListName = (typeof LISTS)[number];

export interface Filters extends Readonly<Record<Exclude<ListName, 'status'>, readonly string[]>> {
  readonly asOf: Day | null;
  readonly period: Period;
  /** First and last month of a custom period, `YYYY-MM`. */
  readonly from: string | null;
  readonly to: string | null;
  readonly status: readonly OccurrenceStatus[];
}

const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MOST = 100;

const monthNumber = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;
/** Number of months from one to another, both included. */
export const monthsCount = (from: string, to: string): number => monthNumber(to) - monthNumber(from) + 1;
/** Whether the months are a valid period for a report. */
export const isPeriod = (from: string, to: string): boolean =>
  monthsCount(from, to) >= 1 && monthsCount(from, to) <= REPORT_MONTHS_MAX;
export const monthOfDay = (day: Day): string => day.slice(0, 7);
export const addToMonth = (month: string, by: number): string => monthOfDay(addMonths(`${month}-01`, by));
export const monthsBetween = (from: string, to: string): string[] =>
  Array.from({ length: Math.max(0, monthsCount(from, to)) }, (_, at) => addToMonth(from, at));

const idsIn = (text: string | null): string[] =>
  [...new Set((text ?? '').split(',').filter((id) => UUID.test(id)))].slice(0, MOST);

/** Parses the URL. Invalid values are ignored. */
export function filtersOf(params: URLSearchParams): Filters {
  const [from, to] = [params.get('from'), params.get('to')];
  const asOf = params.get('asOf');
  const own = from && to && MONTH.test(from) && MONTH.test(to) && isPeriod(from, to);
  const named = PERIODS.find((each) => each === params.get('period') && each !== 'custom');
  const asked = new Set((params.get('status') ?? '').split(','));
  return {
    asOf: asOf && isDay(asOf, PLANNED_DAYS) ? asOf : null,
    period: own ? 'custom' : (named ?? 'year'),
    from: own ? from : null,
    to: own ? to : null,
    calendar: idsIn(params.get('calendar')),
    group: idsIn(params.get('group')),
    department: idsIn(params.get('department')),
    responsible: idsIn(params.get('responsible')),
    status: OCCURRENCE_STATUSES.filter((status) => asked.has(status)),
  };
}

/** The first and the last month. Without them the server takes the year of the report's day. */
export function monthsOf({ period, from, to, asOf }: Filters, today: Day): { from: string; to: string } {
  const on = asOf ?? today;
  const year = Number(on.slice(0, 4));
  if (period === 'custom' && from && to) return { from, to };
  if (period === 'last') return { from: `${year - 1}-01`, to: `${year - 1}-12` };
  if (period === '12' || period === '24' || period === '36') {
    const last = monthOfDay(on);
    return { from: addToMonth(last, 1 - Number(period)), to: last };
  }
  return { from: `${year}-01`, to: `${year}-12` };
}

/** The query for the server. */
export function queryOf(filters: Filters, today: Day): Record<string, string> {
  const lists = LISTS.flatMap((name) =>
    filters[name].length > 0 ? [[name, filters[name].join(',')] as const] : [],
  );
  return {
    ...(filters.asOf ? { asOf: filters.asOf } : {}),
    ...(filters.period === 'year' ? {} : monthsOf(filters, today)),
    ...Object.fromEntries(lists),
  };
}

/** Whether any filter except the day is set. */
export const isNarrowed = (filters: Filters): boolean =>
  filters.period !== 'year' || LISTS.some((name) => filters[name].length > 0);

/** The URL with some of its parameters changed; empty ones are removed. */
export function withParts(
  before: URLSearchParams,
  parts: Readonly<Record<string, string | null>>,
): URLSearchParams {
  const next = new URLSearchParams(before);
  for (const [name, value] of Object.entries(parts)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/** The URL without filters; the day and the view stay. */
export const cleared = (before: URLSearchParams): URLSearchParams =>
  withParts(
    before,
    Object.fromEntries(['period', 'from', 'to', 'since', ...LISTS].map((name) => [name, null])),
  );
