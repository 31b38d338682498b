import { addDays, addMonths, type Day, monthNamed } from '../platform/days.ts';
import { MONTH_NAMES } from '../platform/texts/month-names.ts';
import { fold } from './match.ts';
import type { JudgedFace, Periodicity } from './rule.ts';

/** Months of a period. */
const LENGTH = { monthly: 1, quarterly: 3, yearly: 12 } as const;
export type Recurring = keyof typeof LENGTH;

export const isRecurring = (periodicity: Periodicity): periodicity is Recurring => periodicity !== 'once';

/** A month, a quarter or a year: `2026-10`, `2026-T4`, `2026`. Keys of one kind sort in order of time. */
export interface Period {
  readonly key: string;
  readonly first: Day;
  readonly last: Day;
}

const periods = new Map<string, Period>();

/** The period of a day. */
export function periodOf(kind: Recurring, day: Day): Period {
  const length = LENGTH[kind];
  const year = day.slice(0, 4);
  const index = Math.floor((Number(day.slice(5, 7)) - 1) / length);
  const key = kind === 'yearly' ? year : kind === 'quarterly' ? `${year}-T${index + 1}` : day.slice(0, 7);
  let period = periods.get(key);
  if (!period) {
    const first = `${year}-${String(index * length + 1).padStart(2, '0')}-01`;
    period = { key, first, last: addDays(addMonths(first, length), -1) };
    periods.set(key, period);
  }
  return period;
}

export const nextPeriod = (kind: Recurring, { last }: Period): Period => periodOf(kind, addDays(last, 1));
export const periodBefore = (kind: Recurring, { first }: Period): Period =>
  periodOf(kind, addDays(first, -1));

const NAMED = new RegExp(`\\b(${MONTH_NAMES.join('|')}|setiembre)(?: de| del)?[ ,./-]+(20\\d\\d)\\b`);
const YEAR_MONTH = /\b(20\d\d)[-_. /](0[1-9]|1[0-2])(?!\d)/;
const MONTH_YEAR = /\b(0[1-9]|1[0-2])[-_. /](20\d\d)\b/;
const QUARTERS: readonly (readonly [RegExp, number, number])[] = [
  [/\b(?:t|trimestre |q)([1-4])[ ,./-]+(20\d\d)\b/, 1, 2],
  [/\b(20\d\d)[ ,./-]+(?:t|trimestre |q)([1-4])\b/, 2, 1],
];
const YEAR = /\b(20\d\d)\b/;

/** A day inside the period that a title names ("octubre 2026", "2026-10", "T4 2026", "2026"), or null. */
export function namedInTitle(title: string, kind: Recurring): Day | null {
  const text = fold(title);
  const named = NAMED.exec(text);
  if (named) {
    return `${named[2]}-${String(monthNamed(named[1] ?? '')).padStart(2, '0')}-01`;
  }
  const yearMonth = YEAR_MONTH.exec(text);
  if (yearMonth) return `${yearMonth[1]}-${yearMonth[2]}-01`;
  const monthYear = MONTH_YEAR.exec(text);
  if (monthYear) return `${monthYear[2]}-${monthYear[1]}-01`;
  if (kind === 'monthly') return null;
  for (const [pattern, quarter, year] of QUARTERS) {
    const found = pattern.exec(text);
    if (found) return `${found[year]}-${String(Number(found[quarter]) * 3).padStart(2, '0')}-01`;
  }
  const year = kind === 'yearly' ? YEAR.exec(text) : null;
  return year ? `${year[1]}-01-01` : null;
}

/**
 * The period of a document: by its own date (valid from), else by its title, else by its day of issue, else by the day
 * of its file. The title comes before the issue, because October's certificate is issued in November.
 */
export function periodOfFace(face: JudgedFace, kind: Recurring): Period {
  return periodOf(kind, face.validFrom ?? namedInTitle(face.title, kind) ?? face.issuedOn ?? face.date);
}
