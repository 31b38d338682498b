import { describe, expect, it } from 'vitest';
import { LIGHTS } from '#shared/contractors/entry.ts';
import { type Heard, isStale, STALE_MS, shownLight } from './stale.ts';

const heard = (more: Partial<Heard> = {}): Heard => ({
  askedAt: 1000,
  now: 1000,
  failed: false,
  offline: false,
  hidden: false,
  ...more,
});

describe('an answer at the gate', () => {
  it('holds for two minutes', () => {
    expect(isStale(heard())).toBe(false);
    expect(isStale(heard({ now: 1000 + STALE_MS }))).toBe(false);
    expect(isStale(heard({ now: 1001 + STALE_MS }))).toBe(true);
  });

  it.each<Partial<Heard>>([
    { askedAt: undefined },
    { failed: true },
    { offline: true },
    { hidden: true },
    { now: 999 },
  ])('does not hold with %o', (more) => expect(isStale(heard(more))).toBe(true));

  it('is never green where it does not hold', () => {
    expect(LIGHTS.map((light) => shownLight(light, true))).toEqual(['unknown', 'unknown', 'unknown']);
    expect(LIGHTS.map((light) => shownLight(light, false))).toEqual(LIGHTS);
  });
});
