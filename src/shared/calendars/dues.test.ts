import { describe, expect, it } from 'vitest';
import { CHILE } from '../organization/holidays.ts';
import { OCCURRENCES_MAX } from './recurrence.ts';
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
const dues = (schedule: Schedule, from = '2026-01-01', to = '2026-12-31') =>
  duesBetween(schedule, from, to, CHILE);
const days = (...given: Parameters<typeof dues>) =>
  dues(...given)
    .map(({ dueOn }) => dueOn)
    .join(' ');
const periods = (...given: Parameters<typeof dues>) =>
  dues(...given)
    .map(({ period }) => period)
    .join(' ');

describe('working days', () => {
  it('are counted from the day after, over week-ends and holidays, to both sides', () => {
    expect(addWorkingDays('2026-11-20', 0, CHILE)).toBe('2026-11-20');
    expect(addWorkingDays('2026-11-20', 1, CHILE)).toBe('2026-11-23');
    expect(addWorkingDays('2026-11-23', -1, CHILE)).toBe('2026-11-20');
    expect(addWorkingDays('2026-11-20', 6, CHILE)).toBe('2026-11-30');
  });
  it('end with the calendar', () => {
    expect(addWorkingDays('9999-12-30', 5, CHILE)).toBe('9999-12-31');
    expect(addWorkingDays('9999-12-01', 1, { has: () => true })).toBe('9999-12-31');
  });
  it('of a month are counted from its first or its last', () => {
    expect(workingDayOf('2026-06-17', 1, CHILE)).toBe('2026-06-01');
    expect(workingDayOf('2026-08-17', 1, CHILE)).toBe('2026-08-03');
    expect(workingDayOf('2026-10-05', -1, CHILE)).toBe('2026-10-30');
    expect(workingDayOf('2026-12-01', -2, CHILE)).toBe('2026-12-30');
  });
});

describe('a period is named', () => {
  it.each([
    ['by the month', 'FREQ=MONTHLY', '2026-01 2026-02'],
    ['by the month', 'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1', '2026-01 2026-02'],
    ['by each day of two in a month', 'FREQ=MONTHLY;BYDAY=1MO,3MO', '2026-01-05 2026-01-19 2026-02-02 2026-02-16'],
    ['by each day of a weekday in a month', 'FREQ=MONTHLY;BYDAY=MO;COUNT=2', '2026-01-05 2026-01-12'],
    ['by the year', 'FREQ=YEARLY', '2026'],
    ['by the year', 'FREQ=YEARLY;BYMONTH=2;BYDAY=1MO', '2026'],
    ['by the year', 'FREQ=YEARLY;BYMONTH=2;BYDAY=MO,TU;BYSETPOS=1', '2026'],
    ['by each day of two in a year', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=1,15', '2026-02-01 2026-02-15'],
    ['by each day of a weekday in a year', 'FREQ=YEARLY;BYMONTH=2;BYDAY=MO;COUNT=2', '2026-02-02 2026-02-09'],
    ['by the week', 'FREQ=WEEKLY;COUNT=2', '2026-W01 2026-W02'],
    ['by the day', 'FREQ=DAILY;COUNT=2', '2026-01-01 2026-01-02'],
  ])('%s: %s', (_, recurrence, named) => {
    expect(periods(of(recurrence), '2026-01-01', '2026-02-28')).toBe(named);
  }); // biome-ignore format: a table

  it('by the week of its Thursday, also at the turn of a year', () => {
    const sundays = of('FREQ=WEEKLY;BYDAY=SU', { startsOn: '2026-12-27' });
    expect(periods(sundays, '2026-12-27', '2027-01-10')).toBe('2026-W52 2026-W53 2027-W01');
    const mondays = of('FREQ=WEEKLY;BYDAY=MO', { startsOn: '2024-12-30' });
    expect(periods(mondays, '2024-12-30', '2025-01-06')).toBe('2025-W01 2025-W02');
  });

  it('by what the recurrence gave, not by where the due day was moved or how long the term is', () => {
    const moved = of('FREQ=MONTHLY;BYMONTHDAY=-1', { nonWorkingPolicy: 'next', startsOn: '2026-05-01' });
    expect(dues(moved, '2026-06-01', '2026-06-02')).toEqual([{ period: '2026-05', dueOn: '2026-06-01' }]);
    const term = of('FREQ=MONTHLY;BYMONTHDAY=31', { termDays: 10 });
    expect(dues(term, '2026-02-01', '2026-02-28')).toEqual([{ period: '2026-01', dueOn: '2026-02-10' }]);
  });
});

describe('due days are found', () => {
  const tenth = of('FREQ=MONTHLY;BYMONTHDAY=10');
  it('from the first day asked for to the last, both included', () => {
    expect(days(tenth, '2026-02-10', '2026-03-10')).toBe('2026-02-10 2026-03-10');
    expect(days(tenth, '2026-02-11', '2026-03-09')).toBe('');
  });

  it('from its first day to its last, both included', () => {
    const some = of('FREQ=MONTHLY;BYMONTHDAY=10', { startsOn: '2026-02-10', endsOn: '2026-04-10' });
    expect(days(some)).toBe('2026-02-10 2026-03-10 2026-04-10');
    expect(days({ ...some, startsOn: '2026-02-11', endsOn: '2026-04-09' })).toBe('2026-03-10');
    expect(days(of('FREQ=MONTHLY;BYMONTHDAY=10;UNTIL=20260310'))).toBe('2026-01-10 2026-02-10 2026-03-10');
  });

  it('however long the term is that they lie behind what gave them', () => {
    const asked = { startsOn: '2024-03-15', termDays: 365 };
    const once = of('FREQ=DAILY;COUNT=1', asked);
    expect(days(once, '2025-03-15', '2025-03-15')).toBe('2025-03-15');
    const working = of('FREQ=DAILY;COUNT=1', { ...asked, dayKind: 'hábiles' });
    const [due] = duesBetween(working, '2024-01-01', '2027-12-31', CHILE);
    expect(due?.dueOn).toBe(addWorkingDays('2024-03-15', 365, CHILE));
    expect(duesBetween(working, due?.dueOn ?? '', due?.dueOn ?? '', CHILE)).toEqual([due]);
  });

  it('up to one more than there may be', () => {
    const daily = of('FREQ=DAILY', { startsOn: '2020-01-01' });
    expect(dues(daily, '2020-01-01', '2026-12-31')).toHaveLength(OCCURRENCES_MAX + 1);
    // What lies before the days asked for takes nothing from them.
    expect(dues(daily, '2026-01-01', '2026-01-31')).toHaveLength(31);
    const many = dues({ ...daily, termDays: 365 }, '2022-01-01', '2026-12-31');
    expect([many.length, many[0]?.dueOn]).toEqual([OCCURRENCES_MAX + 1, '2022-01-01']);
  });

  it('at none of a recurrence that cannot be read', () => {
    expect(dues(of('FREQ=HOURLY'))).toEqual([]);
  });

  it('on the day, the weekday or the month of the first day where the recurrence names none', () => {
    const from = (recurrence: string, startsOn: string) =>
      days(of(recurrence, { startsOn }), '2026-01-01', '2027-06-30');
    expect(from('FREQ=MONTHLY;COUNT=3', '2026-02-15')).toBe('2026-02-15 2026-03-15 2026-04-15');
    expect(from('FREQ=WEEKLY;COUNT=3', '2026-02-18')).toBe('2026-02-18 2026-02-25 2026-03-04');
    expect(from('FREQ=YEARLY;COUNT=2', '2026-02-15')).toBe('2026-02-15 2027-02-15');
    expect(from('FREQ=YEARLY;BYMONTH=3;COUNT=2', '2026-02-15')).toBe('2026-03-15 2027-03-15');
    expect(from('FREQ=MONTHLY;BYMONTH=3,5;COUNT=2', '2026-02-15')).toBe('2026-03-15 2026-05-15');
  });

  it('every second week from the Monday of the first', () => {
    const every = of('FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO', { startsOn: '2026-11-04' });
    expect(days(every, '2026-11-01', '2026-11-30')).toBe('2026-11-08 2026-11-16 2026-11-22 2026-11-30');
  });
});

describe('by working days', () => {
  const nth = (recurrence: string, more: Partial<Schedule> = {}) =>
    of(recurrence, { dayKind: 'hábiles', ...more });
  it('one a month counts from the month that it starts in, where that day is still to come', () => {
    const fifth = 'FREQ=MONTHLY;BYMONTHDAY=5;COUNT=2';
    expect(days(nth(fifth, { startsOn: '2026-08-07' }))).toBe('2026-08-07 2026-09-07');
    expect(days(nth(fifth, { startsOn: '2026-08-08' }))).toBe('2026-09-07 2026-10-07');
    expect(days(nth('FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=1', { startsOn: '2026-08-30' }))).toBe('2026-08-31');
  });

  it('one of some months counts a month that it starts in only where that is one of them', () => {
    const yearly = 'FREQ=YEARLY;BYMONTH=3,9;BYMONTHDAY=1;COUNT=2';
    expect(days(nth(yearly, { startsOn: '2026-02-10' }), '2026-01-01', '2027-12-31')).toBe(
      '2026-03-02 2026-09-01',
    );
    expect(days(nth(yearly, { startsOn: '2026-03-10' }), '2026-01-01', '2027-12-31')).toBe(
      '2026-09-01 2027-03-01',
    );
  });

  it('weekdays stay what they are, and only the term is counted so', () => {
    const fridays = 'FREQ=WEEKLY;BYDAY=FR;COUNT=1';
    expect(days(nth(fridays, { termDays: 2 }))).toBe('2026-01-06');
    expect(problemOf(nth(fridays), '2027-06-30', CHILE)).toBeNull();
  });
});

describe('a schedule that cannot be kept', () => {
  const HORIZON = '2027-06-30';
  const problem = (schedule: Schedule) => problemOf(schedule, HORIZON, CHILE)?.problem ?? null;

  it('is one that ends before it begins, by its own end or by its recurrence’s', () => {
    expect(problem(of('FREQ=DAILY', { endsOn: '2026-01-01' }))).toBeNull();
    expect(problem(of('FREQ=DAILY', { endsOn: '2025-12-31' }))).toBe('ends_before');
    expect(problem(of('FREQ=DAILY;UNTIL=20260101'))).toBeNull();
    expect(problem(of('FREQ=DAILY;UNTIL=20251231'))).toBe('recurrence_end');
  });

  it('is one of a working day that not every month has, and of more than one', () => {
    for (const day of [18, -18])
      expect(problem(of(`FREQ=MONTHLY;BYMONTHDAY=${day}`, { dayKind: 'hábiles' }))).toBeNull();
    for (const list of ['19', '-19', '1,5'])
      expect(
        problemOf(of(`FREQ=MONTHLY;BYMONTHDAY=${list}`, { dayKind: 'hábiles' }), HORIZON, CHILE),
      ).toEqual({
        ...{ field: 'recurrence', problem: 'recurrence_working_days' },
      });
    expect(problem(of('FREQ=MONTHLY;BYMONTHDAY=1,31'))).toBeNull();
    expect(problem(of('FREQ=MONTHLY', { dayKind: 'hábiles' }))).toBeNull();
  });

  it('is one of more due days than there may be by then', () => {
    // 600 days from 8 November 2025 on.
    expect(problem(of('FREQ=DAILY', { startsOn: '2025-11-08' }))).toBeNull();
    expect(problemOf(of('FREQ=DAILY', { startsOn: '2025-11-07' }), HORIZON, CHILE)).toEqual({
      ...{ field: 'recurrence', problem: 'recurrence_many' },
    });
  });

  it('is one without any due day in eleven years', () => {
    const leap = 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29';
    expect(problem(of(leap))).toBeNull();
    expect(problem(of(leap, { endsOn: '2027-12-31' }))).toBe('recurrence_empty');
    expect(problem(of(leap, { startsOn: '2040-03-01' }))).toBeNull();
    // Every tenth year from one that is no leap year: never.
    expect(problem(of('FREQ=YEARLY;INTERVAL=10;BYMONTH=2;BYMONTHDAY=29', { startsOn: '2027-01-01' }))).toBe(
      'recurrence_empty',
    );
  });

  it('is not one whose only due day is moved back before its first', () => {
    const sunday = of('FREQ=DAILY;COUNT=1', { startsOn: '2026-11-22', nonWorkingPolicy: 'previous' });
    expect(days(sunday)).toBe('2026-11-20');
    expect(problem(sunday)).toBeNull();
  });
});
