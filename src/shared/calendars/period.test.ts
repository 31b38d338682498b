import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_HOLIDAYS } from '../organization/holidays.ts';
import { periodWords } from './period.ts';
import { duesBetween } from './schedule.ts';

describe('the period of a due day in words', () => {
  it.each([
    ['2026-09', 'septiembre 2026'],
    ['2026', '2026'],
    ['2026-W37', 'semana del 7 sep 2026'],
    // The first week of a year may begin in the one before.
    ['2026-W01', 'semana del 29 dic 2025'],
    ['2020-W53', 'semana del 28 dic 2020'],
    ['2026-03-05', '5 mar 2026'],
    ['2026-T4', 'T4 2026'],
    ['2026-13', '2026-13'],
    ['', ''],
    ['nada-W12', 'nada-W12'],
  ])('says %s as %s', (period, words) => {
    expect(periodWords(period)).toBe(words);
  });

  it('names the week in which a weekly due day lies', () => {
    const days = fc.date({ min: new Date('2005-01-01'), max: new Date('2090-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(days, (date) => {
        const day = date.toISOString().slice(0, 10);
        const schedule = {
          ...{ recurrence: 'FREQ=WEEKLY', startsOn: day, endsOn: null, dayKind: 'corridos' as const },
          ...{ nonWorkingPolicy: 'keep' as const, termDays: 0 },
        };
        const [due] = duesBetween(schedule, day, day, NO_HOLIDAYS);
        const monday = new Date(date.getTime() - ((date.getUTCDay() + 6) % 7) * 86_400_000);
        const words = periodWords(due?.period ?? '');
        expect(words.startsWith(`semana del ${monday.getUTCDate()} `)).toBe(true);
        expect(words.endsWith(` ${monday.getUTCFullYear()}`)).toBe(true);
      }),
    );
  });
});
