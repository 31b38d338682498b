import { describe, expect, it } from 'vitest';
import { recurrenceWords } from '#shared/calendars/words.ts';
import { readDay } from './days.ts';
import { periodWords, readPeriod } from './periods.ts';
import { readRecurrenceWords } from './recurrence-words.ts';

describe('how often something is due, in words', () => {
  it.each([
    ['mensual, día 10', 'FREQ=MONTHLY;BYMONTHDAY=10'],
    ['Mensual', 'FREQ=MONTHLY;BYMONTHDAY=15'],
    ['cada 3 meses, el último día', 'FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=-1'],
    ['trimestral, día 5', 'FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=5'],
    ['todos los meses, los días 10 y 20', 'FREQ=MONTHLY;BYMONTHDAY=10,20'],
    ['semanal, jueves y lunes', 'FREQ=WEEKLY;BYDAY=MO,TH'],
    ['cada 2 semanas', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=WE'],
    ['anual, 31 de marzo', 'FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=31'],
    ['semestral, 30 de junio', 'FREQ=YEARLY;BYMONTH=6,12;BYMONTHDAY=30'],
    ['semestral, 15 de marzo y septiembre', 'FREQ=YEARLY;BYMONTH=3,9;BYMONTHDAY=15'],
    ['trimestral, último día de enero', 'FREQ=YEARLY;BYMONTH=1,4,7,10;BYMONTHDAY=-1'],
    ['semestral, 15 de marzo y abril', null],
    ['mensual, 15 de marzo', null],
    ['anual', 'FREQ=YEARLY;BYMONTH=9;BYMONTHDAY=15'],
    ['Una sola vez', 'FREQ=DAILY;COUNT=1'],
    ['RRULE:FREQ=MONTHLY;BYDAY=-1FR', 'FREQ=MONTHLY;BYDAY=-1FR'],
    ['cuando se pueda', null],
    ['mensual, día 40', null],
    ['mensual, lunes', null],
    ['semanal, día 3', null],
    ['anual, 31 de febrero', null],
    ['mensual, día 10 y último día', null],
    ['constructor', null],
  ])('%s', (text, rule) => expect(readRecurrenceWords(text, '2027-09-15')).toBe(rule));

  it('says nothing of a day that nobody named', () =>
    expect(['mensual', 'semanal', 'anual'].map((text) => readRecurrenceWords(text, null))).toEqual([
      null,
      null,
      null,
    ]));

  it.each([
    'FREQ=MONTHLY;BYMONTHDAY=13',
    'FREQ=MONTHLY;INTERVAL=6;BYMONTHDAY=-1',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28',
    'FREQ=DAILY;COUNT=1',
  ])('reads what Legajo itself writes of %s', (rule) =>
    expect(readRecurrenceWords(recurrenceWords(rule), null)).toBe(rule),
  );
});

describe('cells of a spreadsheet', () => {
  it.each([
    ['2027-01-31', '2027-01-31'],
    ['31/1/2027', '2027-01-31'],
    ['01.02.2027', '2027-02-01'],
    ['31-02-2027', null],
    ['mañana', null],
  ])('have the day %s', (text, day) => expect(readDay(text)).toBe(day));

  it.each([
    ['5', 60],
    ['18 meses', 18],
    ['1 AÑO y 6 meses', 18],
    ['Siempre', 'forever'],
    ['sin plazo', 'none'],
    ['cinco', null],
  ] as const)('have the period %s', (text, kept) => expect(readPeriod(text)).toBe(kept));

  it('write a period as they read it', () =>
    expect(
      [1, 12, 30, 120, 'forever', 'none'].map((kept) => readPeriod(periodWords(kept as number))),
    ).toEqual([...[1, 12, 30, 120, 'forever', 'none']]));
});
