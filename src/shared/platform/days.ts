import { MONTH_NAMES } from './texts/month-names.ts';

/** A calendar day, `YYYY-MM-DD`. Days compare as texts. */
export type Day = string;

/** A month by its name in lower case, from 1; 0 where it is none. */
export const monthNamed = (name: string): number =>
  (MONTH_NAMES as readonly string[]).indexOf(name === 'setiembre' ? 'septiembre' : name) + 1;

/** From a first day to a last one, both of them in it. */
export interface DayRange {
  readonly first: Day;
  readonly last: Day;
}

/**
 * Days that may be entered. Old papers reach far back. A day before the year 1000 or after 2999 is a typing error, and
 * would not compare as a text.
 */
export const GIVEN_DAYS: DayRange = { first: '1000-01-01', last: '2999-12-31' };
/** Days that something can be planned on, or reported for. */
export const PLANNED_DAYS: DayRange = { first: '2000-01-01', last: '2100-12-31' };
/** Days that rules can be judged on. */
export const JUDGED_DAYS: DayRange = { first: '1990-01-01', last: '2100-12-31' };

export const isWithin = (day: Day, { first, last }: DayRange): boolean => day >= first && day <= last;

/** Whether a text is a day of the calendar, within a range. */
export function isDay(text: string, range = GIVEN_DAYS): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || !isWithin(text, range)) return false;
  const date = at(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

const at = (day: Day): Date => new Date(`${day}T00:00:00Z`);

/** Kept within four-digit years, so that days still compare as texts. */
function dayOf(date: Date): Day {
  const year = date.getUTCFullYear();
  if (!(year <= 9999)) return '9999-12-31';
  return year < 1 ? '0001-01-01' : date.toISOString().slice(0, 10);
}

const DAY_MS = 86_400_000;
/** Few days are used again and again, and computing them is most of the cost of judging rules: so results are cached. */
const KEPT = 50_000;
const numbers = new Map<Day, number>();
const names = new Map<number, Day>();

export function addDays(day: Day, days: number): Day {
  let number = numbers.get(day);
  if (number === undefined) {
    number = at(day).getTime() / DAY_MS;
    if (numbers.size >= KEPT) numbers.clear();
    numbers.set(day, number);
  }
  const wanted = number + days;
  let name = names.get(wanted);
  if (name === undefined) {
    name = dayOf(new Date(wanted * DAY_MS));
    if (names.size >= KEPT) names.clear();
    names.set(wanted, name);
  }
  return name;
}

/** The same day of a later month, or that month's last day: a month after 31 January is 28 or 29 February. */
export function addMonths(day: Day, months: number): Day {
  const date = at(day);
  const wanted = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(wanted, last));
  return dayOf(date);
}

/** 0 Sunday to 6 Saturday. */
export const weekday = (day: Day): number => at(day).getUTCDay();

const formats = new Map<string, Intl.DateTimeFormat>();

/** The day of a moment in a time zone. */
export function dayIn(timeZone: string, moment: Date): Day {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    formats.set(timeZone, format);
  }
  // Years below 1000 are formatted with fewer digits.
  return format.format(moment).padStart('0000-00-00'.length, '0');
}

/** Days on which nobody works, beside Saturdays and Sundays. */
export interface Holidays {
  has(day: Day): boolean;
}

export const isWorkingDay = (day: Day, holidays: Holidays): boolean =>
  weekday(day) !== 0 && weekday(day) !== 6 && !holidays.has(day);

/**
 * The last day of a grace of this many calendar days. One that ends on a day without work ends on the next working day.
 * Without grace it is the day itself.
 */
export function withGrace(day: Day, graceDays: number, holidays: Holidays): Day {
  if (graceDays === 0) return day;
  return workingDayFrom(addDays(day, graceDays), 1, holidays);
}

/** This day, or the nearest working day after it (`step` 1) or before it (-1); at an end of the calendar, that end. */
export function workingDayFrom(day: Day, step: 1 | -1, holidays: Holidays): Day {
  let found = day;
  while (!isWorkingDay(found, holidays)) {
    const next = addDays(found, step);
    if (next === found) break;
    found = next;
  }
  return found;
}

/** Years ahead of today from which a document's date is unusual. */
const USUAL_YEARS_AHEAD = 20;

/**
 * Whether a document's date may be a typing error: before 1900, or more than 20 years ahead. Such days are allowed,
 * because old deeds exist and some contracts run long. False for what is no day.
 */
export const isUnusualDay = (day: Day, today: Day): boolean =>
  isDay(day) && (day < '1900-01-01' || day > addMonths(today, 12 * USUAL_YEARS_AHEAD));
