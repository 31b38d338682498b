import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayIn, GIVEN_DAYS } from '#shared/platform/days.ts';
import { startOfDay } from './start-of-day.ts';

const day = fc
  .date({ min: new Date(GIVEN_DAYS.first), max: new Date(GIVEN_DAYS.last), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));

it('is the first moment of any day in any zone', () => {
  fc.assert(
    fc.property(day, zone, (on, timeZone) => {
      const start = startOfDay(on, timeZone);
      expect(dayIn(timeZone, start) >= on).toBe(true);
      expect(dayIn(timeZone, new Date(start.getTime() - 1)) < on).toBe(true);
    }),
    { numRuns: 3000 },
  );
});

it.each([
  ['2026-11-23', 'America/Santiago', '2026-11-23T03:00:00.000Z'],
  ['2026-07-01', 'America/Santiago', '2026-07-01T04:00:00.000Z'],
  // Clocks jump from midnight to one.
  ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
  // A day that the zone left out begins when the next one does.
  ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ['0999-05-01', 'UTC', '0999-05-01T00:00:00.000Z'],
])('%s in %s begins at %s', (on, timeZone, moment) => {
  expect(startOfDay(on, timeZone).toISOString()).toBe(moment);
});
