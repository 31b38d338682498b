import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  dayIn,
  isDay,
  isUnusualDay,
  isWorkingDay,
  JUDGED_DAYS,
  PLANNED_DAYS,
  weekday,
  withGrace,
  workingDayFrom,
} from './days.ts';

describe('isDay', () => {
  it.each(['1000-01-01', '1810-09-18', '2024-02-29', '2999-12-31'])('takes %s', (text) => {
    expect(isDay(text)).toBe(true);
  });

  it.each([
    '0999-12-31', '0202-05-01', '3000-01-01', '2026-02-29', '2026-13-01', '2026-1-1', '20260101', '', 'ayer',
    '2026-01-01T00:00:00Z', ' 2026-01-01', '+002026-01-01',
  ])('takes no %j', (text) => {
    expect(isDay(text)).toBe(false);
  }); // biome-ignore format: a list of texts

  it('keeps to a narrower range', () => {
    expect(isDay('1989-12-31', JUDGED_DAYS)).toBe(false);
    expect(isDay('1990-01-01', JUDGED_DAYS)).toBe(true);
    const planned = ['1999-12-31', '2000-01-01', '2100-12-31', '2101-01-01'];
    expect(planned.map((day) => isDay(day, PLANNED_DAYS))).toEqual([false, true, true, false]);
  });
});

it('writes years below 1000 with four digits, so that days compare as texts', () => {
  expect(dayIn('UTC', new Date('0202-05-01T12:00:00Z'))).toBe('0202-05-01');
});

describe('working days', () => {
  const always = { has: () => true };

  it('ends at the ends of the calendar where nobody ever works', () => {
    expect(workingDayFrom('9999-12-01', 1, always)).toBe('9999-12-31');
    expect(workingDayFrom('0001-02-01', -1, always)).toBe('0001-01-01');
    expect(withGrace('9999-12-01', 5, always)).toBe('9999-12-31');
  });

  it('finds the nearest one', () => {
    const none = { has: () => false };
    expect(workingDayFrom('2026-11-21', 1, none)).toBe('2026-11-23');
    expect(workingDayFrom('2026-11-21', -1, none)).toBe('2026-11-20');
  });
});

describe('days that are counted', () => {
  it('go over months and years, both ways, and end with the calendar', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2024-03-01', -1)).toBe('2024-02-29');
    expect(addDays('2026-03-07', 0)).toBe('2026-03-07');
    expect(addDays('9999-12-31', 1)).toBe('9999-12-31');
    expect(addDays('0001-01-01', -1)).toBe('0001-01-01');
    expect(addDays('2026-01-01', Number.NaN)).toBe('9999-12-31');
  });

  it('go by months to the same day, or to the last one that the month has', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2024-01-31', 1)).toBe('2024-02-29');
    expect(addMonths('2026-11-15', 3)).toBe('2027-02-15');
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
    expect(addMonths('2026-12-31', 0)).toBe('2026-12-31');
    expect(addMonths('9999-12-01', 1)).toBe('9999-12-31');
    expect(addMonths('9999-03-01', 1)).toBe('9999-04-01');
    expect(addMonths('0001-03-01', -1)).toBe('0001-02-01');
  });

  it('are worked on from Monday to Friday, holidays aside', () => {
    const holidays = { has: (day: string) => day === '2026-03-04' };
    const week = Array.from({ length: 7 }, (_none, at) => addDays('2026-03-01', at));
    expect(week.map(weekday)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(week.map((day) => isWorkingDay(day, holidays))).toEqual([
      false,
      true,
      true,
      false,
      true,
      true,
      false,
    ]);
  });

  it('without grace stay the day that they are, a Sunday too; with it they end on a working day', () => {
    const none = { has: () => false };
    expect(withGrace('2026-03-01', 0, none)).toBe('2026-03-01');
    expect(withGrace('2026-03-06', 1, none)).toBe('2026-03-09');
    expect(withGrace('2026-03-02', 3, none)).toBe('2026-03-05');
  });

  it('are unusual for a document before 1900 and more than 20 years ahead', () => {
    const unusual = (day: string) => isUnusualDay(day, '2026-11-27');
    expect(['1800-03-12', '1899-12-31', '2046-11-28', '2099-01-01'].map(unusual)).toEqual(
      Array(4).fill(true),
    );
    expect(['1900-01-01', '2026-11-27', '2046-11-27', '', '0180-01-01'].map(unusual)).toEqual(
      Array(5).fill(false),
    );
  });

  it('begin where an organization is', () => {
    const moment = new Date('2026-03-07T02:30:00Z');
    expect([dayIn('America/Santiago', moment), dayIn('UTC', moment)]).toEqual(['2026-03-06', '2026-03-07']);
  });
});
