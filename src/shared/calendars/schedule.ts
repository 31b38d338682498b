import * as library from 'rrule';
import {
  addDays,
  addMonths,
  type Day,
  type Holidays,
  isWorkingDay,
  weekday,
  workingDayFrom,
} from '../platform/days.ts';
import { OCCURRENCES_MAX, type Recurrence, type RecurrenceProblem, readRecurrence } from './recurrence.ts';

// Node loads the package as CommonJS, with everything in one object; bundlers load its modules.
const face = { ...library } as typeof library & { default?: typeof library };
const { RRule } = face.default ?? face;

/** Whether all days are counted, or working days only. */
export const DAY_KINDS = ['corridos', 'hábiles'] as const;
export type DayKind = (typeof DAY_KINDS)[number];
/** What happens to a due day that is no working day. */
export const NON_WORKING_POLICIES = ['keep', 'next', 'previous'] as const;
export type NonWorkingPolicy = (typeof NON_WORKING_POLICIES)[number];

/** Every month has at least this many working days (September, with its holidays, the fewest). */
export const WORKING_DAYS_MAX = 18;
export const TERM_DAYS_MAX = 365;

/** When an obligation falls due (docs/domain/calendars.md). */
export interface Schedule {
  /** RFC 5545 RRULE. */
  readonly recurrence: string;
  readonly startsOn: Day;
  readonly endsOn: Day | null;
  /** With working days, the n-th day of a month is its n-th working day, and the term is counted in working days. */
  readonly dayKind: DayKind;
  readonly nonWorkingPolicy: NonWorkingPolicy;
  /** Days from what the recurrence gives to the due day: an answer is due thirty days after the request. */
  readonly termDays: number;
}

/** One due day of an obligation. */
export interface Due {
  /** Its permanent name: the month, the year, the week, or the day that the recurrence gave. */
  readonly period: string;
  readonly dueOn: Day;
}

export type ScheduleProblem =
  | RecurrenceProblem
  | 'recurrence_many'
  | 'recurrence_empty'
  | 'recurrence_working_days'
  | 'ends_before';

const utc = (day: Day): Date => new Date(`${day}T00:00:00Z`);
const dayOf = (date: Date): Day => date.toISOString().slice(0, 10);
const monthOf = (day: Day): string => day.slice(0, 7);
const firstOf = (day: Day): Day => `${monthOf(day)}-01`;

/** The day this many working days later, not counting the day itself. */
export function addWorkingDays(day: Day, days: number, holidays: Holidays): Day {
  let last = day;
  const step = days < 0 ? -1 : 1;
  for (let left = Math.abs(days); left > 0; ) {
    const next = addDays(last, step);
    if (next === last) break;
    last = next;
    if (isWorkingDay(last, holidays)) left -= 1;
  }
  return last;
}

/** The n-th working day of a month; a negative n counts from its end. */
export function workingDayOf(month: Day, nth: number, holidays: Holidays): Day {
  return nth > 0
    ? addWorkingDays(addDays(firstOf(month), -1), nth, holidays)
    : addWorkingDays(addMonths(firstOf(month), 1), nth, holidays);
}

function settled(day: Day, policy: NonWorkingPolicy, holidays: Holidays): Day {
  if (policy === 'keep') return day;
  return workingDayFrom(day, policy === 'next' ? 1 : -1, holidays);
}

/** The ISO week that a day lies in: `2026-W41`. */
function weekOf(day: Day): string {
  const thursday = addDays(day, 3 - ((weekday(day) + 6) % 7));
  const year = thursday.slice(0, 4);
  const number = Math.floor((utc(thursday).getTime() - utc(`${year}-01-01`).getTime()) / 604_800_000) + 1;
  return `${year}-W${String(number).padStart(2, '0')}`;
}

/**
 * The name of a due day's period. Where a recurrence gives one day in a month, year or week, that period names it:
 * moved from the 10th to the 13th it is still October's. Otherwise the day itself does.
 */
function periodOf(rule: Recurrence, day: Day): string {
  const { frequency, byDay, byMonthDay, byMonth, position } = rule;
  const one = byMonthDay.length <= 1 && (byDay.length === 0 || position !== null);
  const nth = byDay.length === 1 && byDay[0]?.nth !== null;
  if (frequency === 'MONTHLY' && (one || nth)) return monthOf(day);
  if (frequency === 'YEARLY' && byMonth.length <= 1 && (one || nth)) return day.slice(0, 4);
  if (frequency === 'WEEKLY' && byDay.length <= 1) return weekOf(day);
  return day;
}

/** The n-th working day of the month that a schedule asks for, where it counts so. */
function workingDayAsked(rule: Recurrence, dayKind: DayKind): number | null {
  return dayKind === 'hábiles' ? (rule.byMonthDay[0] ?? null) : null;
}

/** The library uses the first day's weekday or month only where the list is null, not where it is empty. */
const orFirst = <T>(list: readonly T[]): T[] | null => (list.length > 0 ? [...list] : null);

function expand(rule: Recurrence, start: Day, from: Day, to: Day, limit: number): Day[] {
  const dated = new RRule({
    freq: RRule[rule.frequency],
    interval: rule.interval,
    dtstart: utc(start),
    byweekday: orFirst(
      rule.byDay.map(({ weekday: day, nth }) => (nth === null ? RRule[day] : RRule[day].nth(nth))),
    ),
    bymonthday: orFirst(rule.byMonthDay),
    bymonth: orFirst(rule.byMonth),
    bysetpos: rule.position === null ? null : [rule.position],
    count: rule.count,
    until: rule.until === null ? null : utc(rule.until),
    wkst: RRule.MO,
  });
  return dated.between(utc(from), utc(to), true, (_, length) => length <= limit).map(dayOf);
}

/**
 * The rule that is expanded. Counted by working days, it gives the months in which one is sought, from the first of the
 * starting month. Where that month's day is over already, it does not count.
 */
function expanded(rule: Recurrence, { startsOn, dayKind }: Schedule, holidays: Holidays) {
  const nth = workingDayAsked(rule, dayKind);
  if (nth === null) return { rule, start: startsOn, dayIn: (day: Day) => day };
  const meets = rule.byMonth.length === 0 || rule.byMonth.includes(Number(startsOn.slice(5, 7)));
  const over = meets && workingDayOf(startsOn, nth, holidays) < startsOn ? 1 : 0;
  return {
    rule: { ...rule, byMonthDay: [1], count: rule.count === null ? null : rule.count + over },
    start: firstOf(startsOn),
    dayIn: (day: Day) => workingDayOf(day, nth, holidays),
  };
}

/**
 * The due days between two days, both included, in order, at most one more than `OCCURRENCES_MAX`. Pure: for a longer
 * time it gives the same for the same days.
 */
export function duesBetween(schedule: Schedule, from: Day, to: Day, holidays: Holidays): Due[] {
  const read = readRecurrence(schedule.recurrence);
  if ('problem' in read) return [];
  const { dayKind, nonWorkingPolicy, termDays, startsOn, endsOn } = schedule;
  const { rule, start, dayIn } = expanded(read.recurrence, schedule, holidays);
  // A due day lies after the day that the recurrence gives, or shortly before it. A working day is about one and a half
  // calendar days.
  const reach = 45 + termDays * 2;
  const given = expand(rule, start, addDays(from, -reach), addDays(to, reach), OCCURRENCES_MAX + 2 * reach);
  const dues = given.flatMap((first): Due[] => {
    const base = dayIn(first);
    if (base < startsOn || [endsOn, rule.until].some((end) => end !== null && base > end)) return [];
    const last = dayKind === 'hábiles' ? addWorkingDays(base, termDays, holidays) : addDays(base, termDays);
    const dueOn = settled(last, nonWorkingPolicy, holidays);
    return dueOn < from || dueOn > to ? [] : [{ period: periodOf(rule, base), dueOn }];
  });
  return dues.slice(0, OCCURRENCES_MAX + 1);
}

/** The first due day of a recurrence must lie within this time: enough for one in ten years. */
const FIRST_WITHIN_MONTHS = 12 * 11;

/**
 * Why a schedule cannot be kept, with the field; or null.
 * @param horizon until when due days are made now
 */
export function problemOf(
  schedule: Schedule,
  horizon: Day,
  holidays: Holidays,
): { field: 'recurrence' | 'endsOn'; problem: ScheduleProblem } | null {
  const { recurrence, startsOn, endsOn, dayKind } = schedule;
  const read = readRecurrence(recurrence);
  if ('problem' in read) return { field: 'recurrence', problem: read.problem };
  if (endsOn !== null && endsOn < startsOn) return { field: 'endsOn', problem: 'ends_before' };
  const { until, byMonthDay } = read.recurrence;
  if (until !== null && until < startsOn) return { field: 'recurrence', problem: 'recurrence_end' };
  if (dayKind === 'hábiles') {
    const [nth = 0] = byMonthDay;
    if (byMonthDay.length > 1 || Math.abs(nth) > WORKING_DAYS_MAX) {
      return { field: 'recurrence', problem: 'recurrence_working_days' };
    }
  }
  if (duesBetween(schedule, startsOn, horizon, holidays).length > OCCURRENCES_MAX) {
    return { field: 'recurrence', problem: 'recurrence_many' };
  }
  const last = addMonths(startsOn > horizon ? startsOn : horizon, FIRST_WITHIN_MONTHS);
  const some = duesBetween(schedule, addDays(startsOn, -10), last, holidays);
  return some.length === 0 ? { field: 'recurrence', problem: 'recurrence_empty' } : null;
}
