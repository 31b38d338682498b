import type { Day } from '../platform/days.ts';

/* How often an obligation is due: the part of RFC 5545's RRULE that an organization's duties can need. */

export const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export type Frequency = (typeof FREQUENCIES)[number];
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type WeekdayName = (typeof WEEKDAYS)[number];

/** A day of the week, or the n-th of its period: `2MO`, `-1FR`. */
export interface ByDay {
  readonly weekday: WeekdayName;
  readonly nth: number | null;
}

export interface Recurrence {
  readonly frequency: Frequency;
  readonly interval: number;
  readonly byDay: readonly ByDay[];
  readonly byMonthDay: readonly number[];
  readonly byMonth: readonly number[];
  /** The n-th of the days that the rest gives in a period: the last working day is MO to FR with -1. */
  readonly position: number | null;
  readonly count: number | null;
  readonly until: Day | null;
}

/** Maximum number of due days of one obligation, within the months that are made ahead or by its own count. */
export const OCCURRENCES_MAX = 600;
/** Maximum length of an RRULE. */
export const RECURRENCE_MAX = 300;
/** How far ahead occurrences are made (docs/domain/calendars.md). */
export const MONTHS_AHEAD = 18;
const INTERVALS: Readonly<Record<Frequency, number>> = { DAILY: 366, WEEKLY: 104, MONTHLY: 120, YEARLY: 10 };

/** Why a text is no usable recurrence. Each has a sentence for people. */
export const RECURRENCE_PROBLEMS = [
  'recurrence',
  'recurrence_often',
  'recurrence_part',
  'recurrence_interval',
  'recurrence_count',
  'recurrence_end',
  'recurrence_never',
] as const;
export type RecurrenceProblem = (typeof RECURRENCE_PROBLEMS)[number];
type Read = { readonly recurrence: Recurrence } | { readonly problem: RecurrenceProblem };

const LONGEST = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
const SUB_DAILY = /^FREQ=(HOURLY|MINUTELY|SECONDLY)$|^BY(HOUR|MINUTE|SECOND)=/;
const KNOWN = new Set([
  'FREQ',
  'INTERVAL',
  'BYDAY',
  'BYMONTHDAY',
  'BYMONTH',
  'BYSETPOS',
  'COUNT',
  'UNTIL',
  'WKST',
]);

const whole = (text: string): number => (/^-?\d{1,6}$/.test(text) ? Number(text) : Number.NaN);
const between = (value: number, min: number, max: number): boolean => value >= min && value <= max;
const unique = (list: readonly (string | number)[]): boolean => new Set(list).size === list.length;

function readByDay(text: string): ByDay[] | null {
  const days = text.split(',').map((part) => /^([+-]?[1-5])?(MO|TU|WE|TH|FR|SA|SU)$/.exec(part));
  return days.every((day) => day !== null)
    ? days.map(([, nth, weekday]) => ({ weekday: weekday as WeekdayName, nth: nth ? Number(nth) : null }))
    : null;
}

function readUntil(text: string): Day | null {
  const parts = /^(\d{4})(\d\d)(\d\d)(T\d{6}Z?)?$/.exec(text);
  if (!parts) return null;
  const day = `${parts[1]}-${parts[2]}-${parts[3]}`;
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day ? null : day;
}

/**
 * Whether the parts contradict each other, or never give a day. An expansion of such a rule would search for ever: no
 * library that follows the RFC stops by itself.
 */
function incoherent(rule: Recurrence): RecurrenceProblem | null {
  const { frequency, interval, byDay, byMonthDay, byMonth, position } = rule;
  const numbered = byDay.some(({ nth }) => nth !== null);
  if (frequency === 'DAILY' && (byMonthDay.length > 0 || byMonth.length > 0 || numbered || position !== null))
    return 'recurrence_part';
  if (frequency === 'DAILY' && byDay.length > 0 && interval > 1) return 'recurrence_part';
  if (
    frequency === 'WEEKLY' &&
    (byMonthDay.length > 0 || byMonth.length > 0 || numbered || position !== null)
  )
    return 'recurrence_part';
  if (frequency === 'MONTHLY' && byMonth.length > 0 && interval > 1) return 'recurrence_part';
  // "The n-th Monday of a year" is not supported; of a month of the year it is.
  if (frequency === 'YEARLY' && byDay.length > 0 && byMonth.length === 0) return 'recurrence_part';
  if (byMonthDay.length > 0 && byDay.length > 0) return 'recurrence_part';
  if (frequency === 'YEARLY' && byMonthDay.length > 0 && byMonth.length === 0) return 'recurrence_part';
  // A month has each weekday four times at least. A higher position may never occur.
  if (position !== null && (numbered || Math.abs(position) > 4 * byDay.length)) {
    return byDay.length === 0 || numbered ? 'recurrence_part' : 'recurrence_never';
  }
  const meets = (month: number) => byMonthDay.some((day) => Math.abs(day) <= (LONGEST[month - 1] ?? 0));
  // January has every day that a month can have.
  return byMonthDay.length > 0 && byMonth.length > 0 && !byMonth.some(meets) ? 'recurrence_never' : null;
}

/** Parses an RRULE, with or without its name in front. Refuses every part that it does not know. */
export function readRecurrence(text: string): Read {
  const parts = text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .split(';')
    .filter(Boolean);
  if (parts.some((part) => SUB_DAILY.test(part))) return { problem: 'recurrence_often' };
  const given = new Map(parts.map((part) => part.split('=', 2) as [string, string | undefined]));
  if (given.size !== parts.length || [...given.values()].some((value) => !value))
    return { problem: 'recurrence' };
  if ([...given.keys()].some((key) => !KNOWN.has(key))) return { problem: 'recurrence_part' };
  const frequency = FREQUENCIES.find((each) => each === given.get('FREQ'));
  if (!frequency) return { problem: 'recurrence' };
  const interval = whole(given.get('INTERVAL') ?? '1');
  if (!between(interval, 1, INTERVALS[frequency])) return { problem: 'recurrence_interval' };
  const numbers = (key: string): number[] => given.get(key)?.split(',').map(whole) ?? [];
  const byDay = given.has('BYDAY') ? readByDay(given.get('BYDAY') ?? '') : [];
  const [byMonthDay, byMonth, positions] = [numbers('BYMONTHDAY'), numbers('BYMONTH'), numbers('BYSETPOS')];
  if (
    byDay === null ||
    !byMonthDay.every((each) => each !== 0 && between(each, -31, 31)) ||
    !byMonth.every((each) => between(each, 1, 12)) ||
    !positions.every((each) => each !== 0 && between(each, -31, 31)) ||
    positions.length > 1 ||
    !unique(byMonthDay) ||
    !unique(byMonth) ||
    !unique(byDay.map(({ weekday, nth }) => `${nth}${weekday}`))
  ) {
    return { problem: 'recurrence' };
  }
  const count = given.has('COUNT') ? whole(given.get('COUNT') ?? '') : null;
  if (count !== null && !between(count, 1, OCCURRENCES_MAX)) return { problem: 'recurrence_count' };
  const until = given.has('UNTIL') ? readUntil(given.get('UNTIL') ?? '') : null;
  if ((given.has('UNTIL') && until === null) || (count !== null && until !== null)) {
    return { problem: 'recurrence_end' };
  }
  const recurrence: Recurrence = {
    ...{ frequency, interval, byDay, count, until },
    byMonthDay: [...byMonthDay].sort((a, b) => a - b),
    byMonth: [...byMonth].sort((a, b) => a - b),
    position: positions[0] ?? null,
  };
  const problem = incoherent(recurrence);
  return problem ? { problem } : { recurrence };
}

/** Days of each month of a common year. */
const DAYS_OF = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/**
 * The months, from 1, in which a recurrence would fall due on a day that they do not have, so that nothing is due in them: the
 * 31st in June, the 29th in most Februaries.
 * @param startsOn tells which months a recurrence every so many months meets
 */
export function monthsWithoutDay(rule: Recurrence, startsOn: Day | null): number[] {
  const { frequency, interval, byMonth, byMonthDay } = rule;
  // Where one of several days is in a month, something is due in it.
  const day = Math.min(...byMonthDay);
  if (
    byMonthDay.length === 0 ||
    byMonthDay.some((each) => each < 0) ||
    (frequency !== 'MONTHLY' && frequency !== 'YEARLY')
  )
    return [];
  const first = startsOn === null ? null : Number(startsOn.slice(5, 7));
  const all = Array.from({ length: 12 }, (_, at) => at + 1);
  const meets = (month: number): boolean => {
    if (byMonth.length > 0) return byMonth.includes(month);
    return first === null || 12 % interval !== 0 || (month - first + 12) % interval === 0;
  };
  return all.filter((month) => meets(month) && day > (DAYS_OF[month - 1] ?? 0));
}

/** The RRULE of a recurrence: equal recurrences give equal texts. */
export function writeRecurrence(rule: Recurrence): string {
  const list = (key: string, values: readonly (string | number)[]) =>
    values.length > 0 ? [`${key}=${values.join(',')}`] : [];
  return [
    `FREQ=${rule.frequency}`,
    ...(rule.interval > 1 ? [`INTERVAL=${rule.interval}`] : []),
    ...list('BYMONTH', rule.byMonth),
    ...list('BYMONTHDAY', rule.byMonthDay),
    ...list(
      'BYDAY',
      rule.byDay.map(({ weekday, nth }) => `${nth ?? ''}${weekday}`),
    ),
    ...(rule.position === null ? [] : [`BYSETPOS=${rule.position}`]),
    ...(rule.count === null ? [] : [`COUNT=${rule.count}`]),
    ...(rule.until === null ? [] : [`UNTIL=${rule.until.replaceAll('-', '')}`]),
  ].join(';');
}

/** Occurs once. */
export const ONCE: Recurrence = {
  ...{ frequency: 'DAILY', interval: 1, byDay: [], byMonthDay: [], byMonth: [] },
  ...{ position: null, count: 1, until: null },
};
