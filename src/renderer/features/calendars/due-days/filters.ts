import { OCCURRENCE_STATUSES, type OccurrenceStatus } from '#shared/calendars/status.ts';
import { addDays, addMonths, type Day } from '#shared/platform/days.ts';
import { firstOf, mondayOf, weeksOf } from '../../../components/occurrence/weeks.ts';
import { withParam } from '../../../hooks/search-params.ts';
import { formatIsoDate } from '../../../i18n/format.ts';

/* The filters of the calendars' screen, which are kept in the URL. */

export const VIEWS = ['month', 'week', 'agenda', 'list'] as const;
export type View = (typeof VIEWS)[number];

export const viewIn = (params: URLSearchParams): View =>
  VIEWS.find((view) => view === params.get('view')) ?? 'month';

const isDay = (text: string | null): text is Day => text !== null && /^20\d\d-\d\d-\d\d$/.test(text);
export const dayIn = (params: URLSearchParams, today: Day = formatIsoDate(new Date())): Day => {
  const day = params.get('on');
  return isDay(day) && !Number.isNaN(Date.parse(day)) ? day : today;
};

/** Whose due days are shown. */
export const WHOSE = ['all', 'mine', 'nobody'] as const;
export type Whose = (typeof WHOSE)[number];

/** `mine=yes` is older than `responsible`, and stands in links that people keep. */
export const whoseIn = (params: URLSearchParams): Whose =>
  params.get('responsible') === 'nobody' ? 'nobody' : params.get('mine') === 'yes' ? 'mine' : 'all';

/** The same view with the due days of somebody else. */
export function withWhose(params: URLSearchParams, whose: Whose): URLSearchParams {
  const mine = withParam(params, 'mine', whose === 'mine' ? 'yes' : null);
  return withParam(mine, 'responsible', whose === 'nobody' ? 'nobody' : null);
}

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The calendars and states to which the due days are narrowed; none for all of them. What is neither is ignored. */
export function filtersIn(params: URLSearchParams): {
  calendar: readonly string[];
  status: readonly OccurrenceStatus[];
} {
  const asked = new Set((params.get('status') ?? '').split(','));
  return {
    calendar: (params.get('calendar') ?? '').split(',').filter((id) => ID.test(id)),
    status: OCCURRENCE_STATUSES.filter((status) => asked.has(status)),
  };
}

/** Whether any filter is set. */
export const isNarrowed = (params: URLSearchParams): boolean =>
  whoseIn(params) !== 'all' || Object.values(filtersIn(params)).some((values) => values.length > 0);

/** The same view and day without filters. */
export const cleared = (params: URLSearchParams): URLSearchParams =>
  ['calendar', 'status'].reduce((rest, name) => withParam(rest, name, null), withWhose(params, 'all'));

/** The range of days that a view shows: a month in whole weeks, a week, or from today on. */
export function rangeOf(view: View, on: Day): { from: Day; to: Day } {
  if (view === 'week') return { from: mondayOf(on), to: addDays(mondayOf(on), 6) };
  if (view === 'agenda') return { from: addDays(on, -30), to: addDays(on, 60) };
  if (view === 'list') return { from: `${on.slice(0, 4)}-01-01`, to: `${on.slice(0, 4)}-12-31` };
  return weeksOf(on);
}

/** The same view, one step earlier or later. */
export function stepFrom(view: View, on: Day, by: 1 | -1): Day {
  if (view === 'week') return addDays(on, 7 * by);
  if (view === 'agenda') return addDays(on, 30 * by);
  return addMonths(firstOf(on), view === 'list' ? 12 * by : by);
}
