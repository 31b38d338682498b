import { describe, expect, it } from 'vitest';
import { CHILE } from '#shared/organization/holidays.ts';
import { digestOn } from '../../notifications/digest-time.ts';
import { handledAtFirst, isDue, nextSendDay, sendDay } from './send-day.ts';

const NO_HOLIDAYS = { has: () => false };
const clock = { timezone: 'America/Santiago', holidays: CHILE };

describe('the day on which a report is mailed', () => {
  it.each([
    ['2026-12', 1, '2026-12-01'],
    // A holiday and a weekend.
    ['2027-01', 1, '2027-01-04'],
    ['2026-05', 1, '2026-05-04'],
    ['2026-11', 28, '2026-11-30'],
    // No working day is left in the month.
    ['2026-02', 28, '2026-02-27'],
  ])('of %s on the %i is %s', (month, day, expected) => {
    expect(sendDay(month, day, clock)).toBe(expected);
  });

  it('begins at seven by the clocks of the organization, also when they change', () => {
    // In Chile the clocks go forward on the first Saturday of September, and back on that of April.
    expect(digestOn('2026-04-06', 'America/Santiago').toISOString()).toBe('2026-04-06T11:00:00.000Z');
    expect(digestOn('2026-09-07', 'America/Santiago').toISOString()).toBe('2026-09-07T10:00:00.000Z');
    const zone = { timezone: 'America/Santiago', holidays: NO_HOLIDAYS };
    expect(isDue('2026-09', 7, zone, new Date('2026-09-07T09:59:59Z'))).toBe(false);
    expect(isDue('2026-09', 7, zone, new Date('2026-09-07T10:00:00Z'))).toBe(true);
  });

  it('is the next one where it has passed when it is chosen', () => {
    const before = new Date('2026-12-01T09:59:00Z');
    const after = new Date('2026-12-01T10:00:00Z');
    expect([handledAtFirst(1, clock, before), handledAtFirst(1, clock, after)]).toEqual([
      '2026-11',
      '2026-12',
    ]);
    expect(nextSendDay(1, '2026-11', clock, before)).toBe('2026-12-01');
    expect(nextSendDay(1, '2026-12', clock, after)).toBe('2027-01-04');
  });
});
