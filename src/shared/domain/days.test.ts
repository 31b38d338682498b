import { describe, expect, it } from 'vitest';
import { dayIn, isDay, JUDGED_DAYS, withGrace, workingDayFrom } from './days.ts';

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
