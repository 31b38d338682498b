import { describe, expect, it } from 'vitest';
import { CHILE } from '../organization/holidays.ts';
import { addWorkingDays, duesBetween, problemOf, type Schedule, workingDayOf } from './schedule.ts';

const of = (recurrence: string, more: Partial<Schedule> = {}): Schedule => ({
  recurrence,
  startsOn: '2026-01-01',
  endsOn: null,
  dayKind: 'corridos',
  nonWorkingPolicy: 'keep',
  termDays: 0,
  ...more,
});
const days = (schedule: Schedule, from = '2026-01-01', to = '2026-12-31') =>
  duesBetween(schedule, from, to, CHILE)
    .map(({ dueOn }) => dueOn.slice(5))
    .join(' ');
const periods = (schedule: Schedule, from = '2026-01-01', to = '2026-12-31') =>
  duesBetween(schedule, from, to, CHILE)
    .map(({ period }) => period)
    .join(' ');

describe('due days', () => {
  it('of the 10th of each month, where nobody works then: kept, moved on, moved back', () => {
    const tenth = 'FREQ=MONTHLY;BYMONTHDAY=10';
    expect(days(of(tenth))).toBe('01-10 02-10 03-10 04-10 05-10 06-10 07-10 08-10 09-10 10-10 11-10 12-10');
    // Saturdays in January and October, a Sunday in May; and October's Monday is a holiday.
    expect(days(of(tenth, { nonWorkingPolicy: 'next' }))).toBe(
      '01-12 02-10 03-10 04-10 05-11 06-10 07-10 08-10 09-10 10-13 11-10 12-10',
    );
    expect(days(of(tenth, { nonWorkingPolicy: 'previous' }))).toBe(
      '01-09 02-10 03-10 04-10 05-08 06-10 07-10 08-10 09-10 10-09 11-10 12-10',
    );
    expect(periods(of(tenth), '2026-09-01', '2026-11-30')).toBe('2026-09 2026-10 2026-11');
  });

  it('by working days: the n-th of a month, the last one, and a term', () => {
    const hábiles = { dayKind: 'hábiles' } as const;
    expect(days(of('FREQ=MONTHLY;BYMONTHDAY=10', hábiles), '2026-09-01', '2026-10-31')).toBe('09-14 10-15');
    expect(days(of('FREQ=MONTHLY;BYMONTHDAY=-1', hábiles), '2026-05-01', '2026-06-30')).toBe('05-29 06-30');
    // Thirty days after 1 September 2026: all, and those on which people work.
    const asked = { startsOn: '2026-09-01', termDays: 30 };
    expect(days(of('FREQ=DAILY;COUNT=1', asked))).toBe('10-01');
    expect(days(of('FREQ=DAILY;COUNT=1', { ...asked, ...hábiles }))).toBe('10-15');
    expect(workingDayOf('2026-09-15', 18, CHILE)).toBe('2026-09-25');
    expect(addWorkingDays('2026-09-17', 1, CHILE)).toBe('2026-09-21');
    expect(addWorkingDays('2026-09-21', -1, CHILE)).toBe('2026-09-17');
  });

  it('counts and begins where it says, also by working days in the middle of a month', () => {
    const some = { startsOn: '2026-03-20', dayKind: 'hábiles' } as const;
    expect(days(of('FREQ=MONTHLY;BYMONTHDAY=5;COUNT=2', some))).toBe('04-08 05-08');
    expect(days(of('FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=5;COUNT=2', some))).toBe('06-05 09-07');
    expect(days(of('FREQ=MONTHLY;BYMONTHDAY=5;UNTIL=20260507', some))).toBe('04-08');
    expect(days(of('FREQ=MONTHLY;BYMONTHDAY=31', { endsOn: '2026-06-30' }))).toBe('01-31 03-31 05-31');
  });

  it('names a period by the month, the year, the week or the day', () => {
    expect(periods(of('FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=30'))).toBe('2026');
    expect(periods(of('FREQ=YEARLY;BYMONTH=4,10;BYMONTHDAY=30'))).toBe('2026-04-30 2026-10-30');
    expect(periods(of('FREQ=MONTHLY;BYMONTHDAY=10,20'), '2026-02-01', '2026-02-28')).toBe(
      '2026-02-10 2026-02-20',
    );
    expect(periods(of('FREQ=MONTHLY;BYDAY=-1FR'), '2026-02-01', '2026-03-31')).toBe('2026-02 2026-03');
    expect(periods(of('FREQ=WEEKLY;BYDAY=MO', { startsOn: '2026-12-21' }), '2026-12-21', '2027-01-10')).toBe(
      '2026-W52 2026-W53 2027-W01',
    );
    expect(periods(of('FREQ=WEEKLY;BYDAY=MO,FR'), '2026-01-05', '2026-01-11')).toBe('2026-01-05 2026-01-09');
  });

  it('a weekday of a month, and the last working day by position', () => {
    expect(days(of('FREQ=MONTHLY;BYDAY=2MO'), '2026-01-01', '2026-03-31')).toBe('01-12 02-09 03-09');
    expect(days(of('FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1'), '2026-01-01', '2026-03-31')).toBe(
      '01-30 02-27 03-31',
    );
  });
});

describe('what cannot be kept is refused, at its field', () => {
  it.each([
    ['', 'recurrence'], ['garbage', 'recurrence'], ['FREQ=SOMETIMES', 'recurrence'], ['FREQ=MONTHLY;BYMONTHDAY=40', 'recurrence'],
    ['FREQ=MONTHLY;BYMONTHDAY=0', 'recurrence'], ['FREQ=WEEKLY;BYDAY=XX', 'recurrence'], ['FREQ=DAILY;FREQ=DAILY', 'recurrence'],
    ['FREQ=HOURLY', 'recurrence_often'], ['FREQ=SECONDLY;COUNT=3', 'recurrence_often'], ['FREQ=DAILY;BYHOUR=1,2,3', 'recurrence_often'],
    ['FREQ=YEARLY;BYEASTER=1', 'recurrence_part'], ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', 'recurrence_part'],
    ['FREQ=MONTHLY;INTERVAL=0', 'recurrence_interval'], ['FREQ=MONTHLY;INTERVAL=-1', 'recurrence_interval'],
    ['FREQ=DAILY;COUNT=10000', 'recurrence_count'], ['FREQ=DAILY;COUNT=0', 'recurrence_count'],
    ['FREQ=DAILY;UNTIL=garbage', 'recurrence_end'], ['FREQ=DAILY;UNTIL=20260230', 'recurrence_end'],
    ['FREQ=DAILY;COUNT=2;UNTIL=20270101', 'recurrence_end'], ['FREQ=DAILY;UNTIL=20251231', 'recurrence_end'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'recurrence_never'], ['FREQ=MONTHLY;BYDAY=MO;BYSETPOS=6', 'recurrence_never'],
    ['FREQ=YEARLY;INTERVAL=2;BYMONTH=2;BYMONTHDAY=29', 'recurrence_empty'],
  ] as const)('%s: %s', (text, problem) => {
    const startsOn = problem === 'recurrence_empty' ? '2027-01-01' : '2026-01-01';
    expect(problemOf(of(text, { startsOn }), '2028-06-30', CHILE)).toEqual({ field: 'recurrence', problem });
  }); // biome-ignore format: a table

  it('too many due days in the time that is looked ahead; a rule without an end is fine', () => {
    const horizon = '2027-06-30';
    expect(problemOf(of('FREQ=DAILY'), horizon, CHILE)).toBeNull();
    expect(problemOf(of('FREQ=DAILY', { startsOn: '2025-01-01' }), horizon, CHILE)).toMatchObject({
      problem: 'recurrence_many',
    });
    expect(problemOf(of('FREQ=DAILY', { endsOn: '2025-12-31' }), horizon, CHILE)).toEqual({
      field: 'endsOn',
      problem: 'ends_before',
    });
    const hábiles = { dayKind: 'hábiles' } as const;
    expect(problemOf(of('FREQ=MONTHLY;BYMONTHDAY=18', hábiles), horizon, CHILE)).toBeNull();
    for (const rule of ['FREQ=MONTHLY;BYMONTHDAY=19', 'FREQ=MONTHLY;BYMONTHDAY=1,5']) {
      expect(problemOf(of(rule, hábiles), horizon, CHILE)?.problem).toBe('recurrence_working_days');
    }
  });
});
