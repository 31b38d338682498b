import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isKept, longest, RETENTION_EVENTS, type RetentionFacts, retainedUntil } from './retention.ts';

const NOTHING: RetentionFacts = {
  creation: null,
  issue: null,
  publication: null,
  expiry: null,
  obsolescence: null,
};
const period = (months: number, day: string) =>
  retainedUntil({ retention: 'period', months, from: 'issue' }, { ...NOTHING, issue: day });

const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2120-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('retention', () => {
  it.each([
    ['2025-03-12', 72, '2031-03-12'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2024-02-29', 48, '2028-02-29'],
    ['2025-01-31', 1, '2025-02-28'],
    ['2023-08-31', 6, '2024-02-29'],
    ['2025-12-31', 75, '2032-03-31'],
    ['1990-06-15', 1200, '2090-06-15'],
    ['9990-01-01', 1200, '9999-12-31'],
  ])('%s and %i months is %s', (from, months, until) => {
    expect(period(months, from)).toBe(until);
  });

  it('keeps what awaits its event, and what is kept forever, beyond every day', () => {
    const schedule = { retention: 'period', months: 72, from: 'obsolescence' } as const;
    expect(retainedUntil(schedule, { ...NOTHING, creation: '2001-01-01' })).toBe('awaited');
    expect(retainedUntil({ ...schedule, retention: 'forever' }, NOTHING)).toBe('forever');
    expect(retainedUntil({ ...schedule, retention: 'none' }, NOTHING)).toBeNull();
    expect(isKept('awaited', '9999-12-31')).toBe(true);
    expect(isKept('forever', '9999-12-31')).toBe(true);
    expect(isKept(null, '0001-01-01')).toBe(false);
    expect(longest(['2031-03-12', null, 'awaited', 'forever'])).toBe('forever');
    expect(longest(['2031-03-12', 'awaited'])).toBe('awaited');
    expect(longest(['2031-03-12', null, '2030-12-31'])).toBe('2031-03-12');
    expect(longest([])).toBeNull();
  });

  it('ends on its day: kept through the day before', () => {
    expect([isKept('2031-03-12', '2031-03-11'), isKept('2031-03-12', '2031-03-12')]).toEqual([true, false]);
  });

  it('counts from the event it names alone, and never shorter for a later event or more months', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...RETENTION_EVENTS),
        fc.record(
          Object.fromEntries(RETENTION_EVENTS.map((event) => [event, fc.option(day)])) as {
            [event in (typeof RETENTION_EVENTS)[number]]: fc.Arbitrary<string | null>;
          },
        ),
        day,
        day,
        fc.integer({ min: 1, max: 1200 }),
        fc.integer({ min: 1, max: 1200 }),
        (from, facts, one, other, few, many) => {
          const until = (began: string, months: number) =>
            retainedUntil({ retention: 'period', months, from }, { ...facts, [from]: began }) ?? '';
          const [first, last] = [one, other].toSorted();
          const [less, more] = [few, many].toSorted((a, b) => a - b);
          expect(until(first ?? '', few) <= until(last ?? '', few)).toBe(true);
          expect(until(one, less ?? 0) <= until(one, more ?? 0)).toBe(true);
          expect(until(one, few) > one).toBe(true);
          const alone = retainedUntil(
            { retention: 'period', months: few, from },
            { ...NOTHING, [from]: facts[from] },
          );
          expect(retainedUntil({ retention: 'period', months: few, from }, facts)).toBe(alone);
        },
      ),
    );
  });
});
