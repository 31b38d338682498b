import type { TFunction } from 'i18next';
import {
  ONCE,
  type Recurrence,
  readRecurrence,
  WEEKDAYS,
  type WeekdayName,
  writeRecurrence,
} from '#shared/calendars/recurrence.ts';
import type { Schedule } from '#shared/calendars/schedule.ts';
import { formatDate, formatList } from '../../i18n/format.ts';

/* Recurrences as people choose and read them. */

export const REPEATS = ['once', 'weekly', 'monthly', 'yearly', 'custom'] as const;
export type Repeats = (typeof REPEATS)[number];
/** The value that stands for the last day of a month. */
export const LAST = '-1';

export interface RecurrenceValues {
  readonly repeats: Repeats;
  /** Months between two due days; for weekly recurrences, weeks. */
  readonly interval: string;
  /** Day of the month; `-1` for its last day. */
  readonly day: string;
  readonly month: string;
  readonly weekdays: readonly string[];
  /** A rule of RFC 5545 that the choices cannot express. */
  readonly text: string;
}

const FIRST: RecurrenceValues = {
  ...{ repeats: 'monthly', interval: '1', day: '10', month: '1', weekdays: ['MO'], text: '' },
};

export function ruleOf(values: RecurrenceValues): string {
  const { repeats, interval, day, month, weekdays, text } = values;
  const rule: Recurrence = { ...ONCE, count: null, interval: Number(interval) };
  switch (repeats) {
    case 'once':
      return writeRecurrence(ONCE);
    case 'weekly': {
      const byDay = WEEKDAYS.filter((name) => weekdays.includes(name)).map((weekday) => ({
        weekday,
        nth: null,
      }));
      return writeRecurrence({ ...rule, frequency: 'WEEKLY', byDay });
    }
    case 'monthly':
      return writeRecurrence({ ...rule, frequency: 'MONTHLY', byMonthDay: [Number(day)] });
    case 'yearly':
      return writeRecurrence({
        ...{ ...rule, frequency: 'YEARLY', interval: 1 },
        ...{ byMonthDay: [Number(day)], byMonth: [Number(month)] },
      });
    case 'custom':
      return text.trim();
  }
}

/** The choices that express a rule. A rule that they cannot express is kept as it is written. */
export function valuesOfRule(text: string): RecurrenceValues {
  const read = readRecurrence(text);
  if ('problem' in read) return { ...FIRST, repeats: 'custom', text };
  const { recurrence } = read;
  const { frequency, interval, byDay, byMonthDay, byMonth } = recurrence;
  const guess: RecurrenceValues = {
    ...FIRST,
    text,
    interval: String(interval),
    day: String(byMonthDay[0] ?? FIRST.day),
    month: String(byMonth[0] ?? FIRST.month),
    weekdays: byDay.length > 0 ? byDay.map(({ weekday }) => weekday) : FIRST.weekdays,
    repeats:
      recurrence.count === 1
        ? 'once'
        : frequency === 'WEEKLY'
          ? 'weekly'
          : frequency === 'YEARLY'
            ? 'yearly'
            : 'monthly',
  };
  return ruleOf(guess) === writeRecurrence(recurrence) ? guess : { ...guess, repeats: 'custom' };
}

type Described = Pick<Schedule, 'recurrence' | 'dayKind' | 'nonWorkingPolicy' | 'termDays' | 'startsOn'>;

/** Describes a schedule in one Spanish sentence: "El día 10 de cada mes, siguiente día hábil". */
export function describeSchedule(schedule: Described, t: TFunction<'calendars'>): string {
  const { recurrence, dayKind, nonWorkingPolicy, termDays, startsOn } = schedule;
  const values = valuesOfRule(recurrence);
  const working = dayKind === 'hábiles';
  const ordinary = working ? 'calendars:says.workingDay' : 'calendars:says.day';
  const last = working ? 'calendars:says.lastWorkingDay' : 'calendars:says.lastDay';
  const day = values.day === LAST ? t(last) : t(ordinary, { day: values.day });
  const base = (): string => {
    switch (values.repeats) {
      case 'once':
        return t('calendars:says.once', { date: formatDate(startsOn) });
      case 'weekly': {
        const days = formatList(
          values.weekdays.map((name) => t(`calendars:weekdays.${name as WeekdayName}`)),
        );
        return t('calendars:says.weekly', { days, count: Number(values.interval) });
      }
      case 'monthly':
        return t('calendars:says.monthly', { day, count: Number(values.interval) });
      case 'yearly':
        return t('calendars:says.yearly', { day, month: t(`calendars:months.${values.month}`) });
      case 'custom':
        return t('calendars:says.custom', { rule: recurrence });
    }
  };
  const parts = [
    base(),
    ...(termDays > 0
      ? [t(working ? 'calendars:says.workingTerm' : 'calendars:says.term', { count: termDays })]
      : []),
    ...(nonWorkingPolicy === 'keep' ? [] : [t(`calendars:says.${nonWorkingPolicy}`)]),
  ];
  return parts.join(', ');
}
