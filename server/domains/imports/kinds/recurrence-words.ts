import {
  ONCE,
  type Recurrence,
  readRecurrence,
  WEEKDAYS,
  writeRecurrence,
} from '#shared/calendars/recurrence.ts';
import { type Day, monthNamed, weekday } from '#shared/platform/days.ts';
import { foldDigits } from './periods.ts';
import { EVERY, EVERY_SO_MANY, FILLERS, LAST_DAY, ONCE_WORDS, WEEKDAY_NAMES } from './understood.ts';

/** Stands for the last day of a month. */
const LAST = -1;

/**
 * Reads how often something is due, in the words of the form: `mensual, día 10`, `cada 3 meses, el último día`,
 * `semanal, lunes y jueves`, `anual, 31 de marzo`, `una sola vez`; or a rule of RFC 5545. What the words leave out is
 * taken from the first day.
 * @param startsOn null where it is not known
 * @returns the rule; null where it is not understood
 */
export function readRecurrenceWords(text: string, startsOn: Day | null): string | null {
  const rule = readRecurrence(text);
  if ('recurrence' in rule) return writeRecurrence(rule.recurrence);
  const words = foldDigits(text);
  if (ONCE_WORDS.includes(words)) return writeRecurrence(ONCE);
  const every = frequencyOf(words);
  if (!every) return null;
  const { frequency, interval, rest } = every;
  const parts = partsOf(rest);
  if (!parts) return null;
  const { last, numbers, months, weekdays } = parts;
  const days = last ? [LAST] : numbers;
  const day = startsOn === null ? null : Number(startsOn.slice(8));
  const base: Recurrence = { ...ONCE, count: null, frequency, interval };
  const checked = (recurrence: Recurrence): string | null => {
    const written = writeRecurrence(recurrence);
    return 'recurrence' in readRecurrence(written) ? written : null;
  };
  if (frequency === 'WEEKLY') {
    if (days.length + months.length > 0) return null;
    const first = startsOn === null ? [] : [(weekday(startsOn) + 6) % 7];
    const byDay = (weekdays.length > 0 ? weekdays : first).map((at) => ({
      weekday: WEEKDAYS[at] ?? 'MO',
      nth: null,
    }));
    return byDay.length === 0 ? null : checked({ ...base, byDay });
  }
  if (weekdays.length > 0) return null;
  const byMonthDay = days.length > 0 ? days : day === null ? [] : [day];
  if (byMonthDay.length === 0) return null;
  if (frequency === 'MONTHLY') {
    const yearly = months.length > 0 ? monthsOf(months, interval) : null;
    if (yearly) return checked({ ...base, frequency: 'YEARLY', interval: 1, byMonth: yearly, byMonthDay });
    return months.length > 0 ? null : checked({ ...base, byMonthDay });
  }
  const byMonth = months.length > 0 ? months : startsOn === null ? [] : [Number(startsOn.slice(5, 7))];
  return byMonth.length === 0 ? null : checked({ ...base, byMonthDay, byMonth });
}

/**
 * The months of a year in which something is due that comes every so many months: `semestral, 30 de junio` is due in June
 * and December.
 * @param named one of them, or all. @returns null where it does not come in the same months each year, or others were named
 */
function monthsOf(named: readonly number[], interval: number): number[] | null {
  if (interval === 1 || 12 % interval !== 0) return null;
  const [first = 1] = named;
  const all = Array.from({ length: 12 / interval }, (_, at) => ((first - 1 + at * interval) % 12) + 1);
  const fits =
    named.length === 1 || (named.length === all.length && named.every((each) => all.includes(each)));
  return fits ? all.sort((a, b) => a - b) : null;
}

function frequencyOf(words: string) {
  const many = /^cada (\d{1,3}) (semanas|meses|anos)\b/.exec(words);
  if (many && Number(many[1]) === 0) return undefined;
  if (many) {
    const frequency = EVERY_SO_MANY[many[2] as keyof typeof EVERY_SO_MANY];
    return { frequency, interval: Number(many[1]), rest: words.slice(many[0].length) };
  }
  const named = EVERY.find(([word]) => words === word || words.startsWith(`${word} `));
  return named && { frequency: named[1], interval: named[2], rest: words.slice(named[0].length) };
}

/** The days and months that a text names. Null where it has a word that says something else. */
function partsOf(text: string) {
  const last = LAST_DAY.test(text);
  const [numbers, months, weekdays]: [number[], number[], number[]] = [[], [], []];
  for (const word of text.replace(LAST_DAY, ' ').split(' ').filter(Boolean)) {
    if (FILLERS.has(word)) continue;
    const at = WEEKDAY_NAMES.indexOf(word);
    if (/^\d{1,2}$/.test(word)) numbers.push(Number(word));
    else if (monthNamed(word) > 0) months.push(monthNamed(word));
    else if (at >= 0) weekdays.push(at);
    else return null;
  }
  return last && numbers.length > 0
    ? null
    : { last, numbers, months, weekdays: weekdays.sort((a, b) => a - b) };
}
