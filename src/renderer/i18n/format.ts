import { LOCALE, REMINDER_TEXT_SHOWN } from '#shared/platform/limits.ts';
import { MONTH_NAMES } from '#shared/platform/texts/month-names.ts';
import { i18next } from './i18n.ts';

/** Dates, sizes and numbers as a Chilean reader writes them. Pure but for the words, which are the catalogue's. */

const MONTHS = MONTH_NAMES.map((name) => name.slice(0, 3));
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type When = Date | string | number;

const two = (value: number): string => String(value).padStart(2, '0');

const midnight = (date: Date): number =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/**
 * A point in time, or a day as YYYY-MM-DD. A day has no zone: read as UTC it would be the day before in Chile.
 */
export function toDate(value: When): Date {
  if (typeof value === 'string') {
    const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
    if (day) return new Date(Number(day[1]), Number(day[2]) - 1, Number(day[3]));
  }
  return new Date(value);
}

/** "12 mar 2026". */
export function formatDate(value: When): string {
  const date = toDate(value);
  return `${date.getDate()} ${MONTHS[date.getMonth()]} ${date.getFullYear()}`;
}

/** "YYYY-MM-DD", as the specification (§3) shows a record's date. */
export function formatIsoDate(value: When): string {
  const date = toDate(value);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** "09:41". */
export function formatTime(value: When): string {
  const date = toDate(value);
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** "12 mar 2026, 09:41": what a tooltip says where the list says "ayer". */
export const formatDateTime = (value: When): string => `${formatDate(value)}, ${formatTime(value)}`;

/** "Jueves 12 de noviembre de 2026". */
export function formatLongDate(value: When): string {
  const text = new Intl.DateTimeFormat(LOCALE, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
    .format(toDate(value))
    .replace(',', '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Whole days from one date to another by the calendar: yesterday evening to this morning is one. */
export const daysBetween = (from: When, to: When): number =>
  Math.round((midnight(toDate(to)) - midnight(toDate(from))) / DAY);

/**
 * How lists say when: "hace 12 min" within the hour, "hace 3 h" within six, "09:41" today, "ayer", the weekday
 * under a week, else "12 mar 2026". A time to come is always a date.
 */
export function formatWhen(value: When, now: When = Date.now()): string {
  const date = toDate(value);
  const at = toDate(now);
  const passed = at.getTime() - date.getTime();
  const days = daysBetween(date, at);
  if (passed < -MINUTE || days >= 7) return formatDate(date);
  if (passed < MINUTE) return i18next.t('dates.now');
  if (passed < HOUR) return i18next.t('dates.minutes', { count: Math.floor(passed / MINUTE) });
  if (days === 0 && passed < 6 * HOUR) return i18next.t('dates.hours', { count: Math.floor(passed / HOUR) });
  if (days === 0) return formatTime(date);
  if (days === 1) return i18next.t('dates.yesterday');
  return new Intl.DateTimeFormat(LOCALE, { weekday: 'long' }).format(date);
}

/** "Hoy", "Ayer", "Martes 10 de noviembre" within the week, else "12 mar 2026": the heads of lists by day. */
export function formatDayHeading(value: When, now: When = Date.now()): string {
  const days = daysBetween(value, now);
  const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
  if (days === 0) return capital(i18next.t('dates.today'));
  if (days === 1) return capital(i18next.t('dates.yesterday'));
  if (days > 1 && days < 7) {
    const text = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', day: 'numeric', month: 'long' });
    return capital(text.format(toDate(value)).replace(',', ''));
  }
  return formatDate(value);
}

/** "Para hoy", "mañana", "en 8 días" for what is to come; the date beyond a month or in the past. */
export function formatAhead(value: When, now: When = Date.now()): string {
  const days = daysBetween(now, value);
  if (days === 0) return i18next.t('dates.today');
  if (days === 1) return i18next.t('dates.tomorrow');
  if (days > 1 && days <= 31) return i18next.t('dates.inDays', { count: days });
  return formatDate(value);
}

const integer = new Intl.NumberFormat(LOCALE, {
  maximumFractionDigits: 0,
  useGrouping: 'always',
} as Intl.NumberFormatOptions);
const oneDigit = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });

/** "1.284". */
export const formatNumber = (value: number): string => integer.format(value);

/** "1.284", or "1.000+" where only so many are counted. */
export const formatCount = (value: number, most: number): string =>
  value > most ? `${integer.format(most)}+` : integer.format(value);

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

function scaleOf(bytes: number): number {
  let scale = 0;
  // Rounding decides the unit too: 999.999 bytes are 1 MB, not 1.000 kB.
  while (scale < UNITS.length - 1 && Math.round(bytes / 1000 ** scale) >= 1000) scale += 1;
  return scale;
}

/** @param bytes → "486 kB", "3,1 MB": powers of a thousand, one decimal from MB on and under 100. */
export function formatSize(bytes: number): string {
  const scale = scaleOf(bytes);
  const value = bytes / 1000 ** scale;
  const text = scale >= 2 && value < 100 ? oneDigit.format(value) : integer.format(value);
  return `${text} ${UNITS[scale]}`;
}

/** "3,1 de 4,8 MB": both in the unit of the whole. */
export function formatProgress(done: number, total: number): string {
  const scale = scaleOf(total);
  const format = scale >= 2 ? oneDigit : integer;
  return `${format.format(done / 1000 ** scale)} de ${format.format(total / 1000 ** scale)} ${UNITS[scale]}`;
}

const list = new Intl.ListFormat(LOCALE);

/** "a, b y c". */
export const formatList = (items: readonly string[]): string => list.format(items);

const numeric = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/;
const written = /^(\d{1,2}) (?:de )?([a-zñ]{3})[a-zñ]*\.? (?:de |del )?(\d{4})$/;

/** A day as somebody types it, "12-11-2026", "12 nov 2026" or "2026-11-12", as YYYY-MM-DD; null where it is none. */
export function parseDay(text: string): string | null {
  const typed = text.trim().toLowerCase();
  const [, day, month, year] = numeric.exec(typed) ?? written.exec(typed) ?? [];
  const number = Number(month) || MONTHS.indexOf(month ?? '') + 1;
  const iso = day ? `${year}-${two(number)}-${two(Number(day))}` : typed;
  // Days that no month has roll over into the next one.
  return /^\d{4}-\d{2}-\d{2}$/.test(iso) && formatIsoDate(toDate(iso)) === iso ? iso : null;
}

/** First name and last name, however much of either there is. */
export const fullName = (person: { firstname?: string; lastname?: string }): string =>
  [person.firstname, person.lastname].filter(Boolean).join(' ');

/** "Camila Rojas" for Camila Andrea Rojas Fuentes: where there is room for two words. */
export const shortName = (person: { firstname: string; lastname: string }): string =>
  [person.firstname, person.lastname].map((name) => name.trim().split(/\s+/)[0]).join(' ');

/** "nov". */
export const monthOf = (value: When): string => MONTHS[toDate(value).getMonth()] ?? '';

/** A reminder's text, cut to what the specification shows (§9); whole characters, never half of a pair. */
export function shownReminder(text: string): string {
  const characters = [...text];
  return characters.length > REMINDER_TEXT_SHOWN
    ? `${characters.slice(0, REMINDER_TEXT_SHOWN).join('').trimEnd()}…`
    : text;
}
