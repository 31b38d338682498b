/** A calendar day, `YYYY-MM-DD`: days compare as texts do. */
export type Day = string;

const at = (day: Day): Date => new Date(`${day}T00:00:00Z`);

/** Kept within four digits of year, so that days still compare as texts. */
function dayOf(date: Date): Day {
  const year = date.getUTCFullYear();
  if (!(year <= 9999)) return '9999-12-31';
  return year < 1 ? '0001-01-01' : date.toISOString().slice(0, 10);
}

const DAY_MS = 86_400_000;
/** Days are few and asked for again and again: a date that is made and written each time is most of a judgement. */
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

/** The same day of a later month, or that month's last one: 31 January and one month is 28 or 29 February. */
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

/** Which day it is at a moment where an organization is. */
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
  return format.format(moment);
}

/** Days on which nobody works, beside Saturdays and Sundays. */
export interface Holidays {
  has(day: Day): boolean;
}

export const isWorkingDay = (day: Day, holidays: Holidays): boolean =>
  weekday(day) !== 0 && weekday(day) !== 6 && !holidays.has(day);

/**
 * The last day of a grace of so many calendar days; one that ends where nobody works ends on the next working day.
 * Without grace the day itself, whatever day it is.
 */
export function withGrace(day: Day, graceDays: number, holidays: Holidays): Day {
  if (graceDays === 0) return day;
  let last = addDays(day, graceDays);
  while (!isWorkingDay(last, holidays)) last = addDays(last, 1);
  return last;
}
