import { addDays, type Day, type Holidays, weekday } from './days.ts';

const pad = (value: number): string => String(value).padStart(2, '0');
const on = (year: number, month: number, day: number): Day => `${year}-${pad(month)}-${pad(day)}`;

/** Easter Sunday of the Gregorian calendar (Meeus, Jones, Butcher). */
function easter(year: number): Day {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return on(year, Math.floor(sum / 31), (sum % 31) + 1);
}

/** Law 19.668: from Tuesday to Thursday to the Monday before, from Friday to the Monday after. */
function toMonday(day: Day): Day {
  const at = weekday(day);
  if (at >= 2 && at <= 4) return addDays(day, 1 - at);
  return at === 5 ? addDays(day, 3) : day;
}

/** Law 20.299: a Tuesday to the Friday before, a Wednesday to the Friday after. */
function toFriday(day: Day): Day {
  const at = weekday(day);
  if (at === 2) return addDays(day, -4);
  return at === 3 ? addDays(day, 2) : day;
}

/** The winter solstice where Chile is (law 21.357): 20 June in leap years and those after them, until past 2040. */
const solstice = (year: number): Day => on(year, 6, year >= 2024 && year % 4 < 2 ? 20 : 21);

/** Chile's holidays of a year; those that one election or one commune brings are not among them. */
export function chileanHolidays(year: number): Day[] {
  const sunday = easter(year);
  const days = [
    on(year, 1, 1),
    addDays(sunday, -2),
    addDays(sunday, -1),
    on(year, 5, 1),
    on(year, 5, 21),
    solstice(year),
    toMonday(on(year, 6, 29)),
    on(year, 7, 16),
    on(year, 8, 15),
    on(year, 9, 18),
    on(year, 9, 19),
    toMonday(on(year, 10, 12)),
    toFriday(on(year, 10, 31)),
    on(year, 11, 1),
    on(year, 12, 8),
    on(year, 12, 25),
  ];
  // Laws 20.215 and 20.983: a Monday or Friday left between the national days and a week-end is one too.
  if (weekday(on(year, 9, 18)) === 2) days.push(on(year, 9, 17));
  if (weekday(on(year, 9, 19)) === 4) days.push(on(year, 9, 20));
  return days.sort();
}

const years = new Map<number, ReadonlySet<Day>>();

/** Chile's preset (domain: settings), year by year as it is asked for. */
export const CHILE: Holidays = {
  has(day) {
    const year = Number(day.slice(0, 4));
    let days = years.get(year);
    if (!days) {
      days = new Set(chileanHolidays(year));
      years.set(year, days);
    }
    return days.has(day);
  },
};
