import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../platform/errors.ts';
import { useTestDatabase } from '../../../testing/test-database.ts';
import { createGuesses, type GuessKind, sweepGuesses } from './guesses.ts';

const FREE = 10;
const DAY = 86_400;
const timeAt = (seconds: number): Date => new Date(Date.parse('2026-03-02T12:00:00Z') + seconds * 1000);
const guesses = createGuesses(Buffer.from('a secret of the server'));

describe('tries at short codes', () => {
  const database = useTestDatabase('pglite');
  /** Seconds to wait, or 0 where it was taken. */
  const take = async (
    whose: string,
    seconds: number,
    kind: GuessKind = 'totp',
    by = guesses,
  ): Promise<number> => {
    try {
      await by.take(database().db, kind, whose, timeAt(seconds));
      return 0;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'rate_limited') throw error;
      return error.retryAfter ?? -1;
    }
  };
  const takeTimes = async (whose: string, times: number, seconds: number) => {
    for (let tries = 0; tries < times; tries += 1) expect(await take(whose, seconds)).toBe(0);
  };

  it('are ten, then one after each wait, which doubles', async () => {
    await takeTimes('ana', FREE, 0);
    let now = 0;
    for (const wait of [900, 1800, 3600, 7200, 14_400, 28_800]) {
      expect(await take('ana', now)).toBe(wait);
      expect(await take('ana', now + 0.5)).toBe(wait);
      expect(await take('ana', now + wait - 1)).toBe(1);
      expect(await take('ana', now + wait - 0.001)).toBe(1);
      now += wait;
      expect(await take('ana', now)).toBe(0);
    }
  });

  it('are counted over a day from the first of them, and then anew', async () => {
    await takeTimes('bea', 1, 0);
    await takeTimes('bea', FREE - 2, DAY - 1);
    // The day is over: this one begins another.
    await takeTimes('bea', FREE, DAY);
    expect(await take('bea', DAY)).toBe(900);
    await takeTimes('carla', 1, 0);
    await takeTimes('carla', FREE - 1, DAY - 1);
    expect(await take('carla', DAY - 1)).toBe(900);
  });

  it('are counted by account and by kind, and under the server’s secret', async () => {
    await takeTimes('dora', FREE, 0);
    expect(await take('dora', 1)).toBe(899);
    expect(await take('eva', 1)).toBe(0);
    expect(await take('dora', 1, 'reset')).toBe(0);
    expect(await take('dora', 1, 'totp', createGuesses(Buffer.from('another one')))).toBe(0);
    const rows = JSON.stringify(await database().db.selectFrom('guesses').select('subject').execute());
    expect(rows).not.toContain('dora');
  });

  it('are forgotten at the right code, of that account alone', async () => {
    await takeTimes('flor', FREE, 0);
    await takeTimes('gina', FREE, 0);
    await guesses.clear(database().db, 'reset', 'flor');
    expect(await take('flor', 1)).toBe(899);
    await guesses.clear(database().db, 'totp', 'flor');
    await takeTimes('flor', FREE, 1);
    expect(await take('gina', 1)).toBe(899);
  });

  it('are swept once they count no longer, and not while somebody waits', async () => {
    const { db } = database();
    await db.deleteFrom('guesses').execute();
    await takeTimes('hilda', 1, 0);
    await takeTimes('ines', 1, 100);
    await takeTimes('julia', FREE - 1, 0);
    await takeTimes('julia', 1, DAY - 100);
    expect(await sweepGuesses(db, timeAt(DAY))).toBe(0);
    expect(await sweepGuesses(db, timeAt(DAY + 1))).toBe(1);
    expect(await take('julia', DAY - 1)).toBe(801);
    expect(await sweepGuesses(db, timeAt(DAY + 800))).toBe(1);
    expect(await sweepGuesses(db, timeAt(DAY + 801))).toBe(1);
    expect(await db.selectFrom('guesses').select('subject').execute()).toEqual([]);
  });

  it('wait for their time also where the day of the first of them is over meanwhile', async () => {
    await takeTimes('eva', FREE, 0);
    let now = 0;
    for (const wait of [900, 1800, 3600, 7200, 14_400, 28_800]) {
      now += wait;
      expect(await take('eva', now)).toBe(0);
    }
    // Kept out for 57,600 s from 56,700 s on: beyond the day.
    expect(await take('eva', DAY + 60)).toBe(now + 57_600 - DAY - 60);
  });

  it('that were counted while the server’s date was wrong keep nobody out once it is right', async () => {
    const month = 30 * DAY;
    await takeTimes('todo', FREE, month);
    expect(await take('todo', month)).toBe(900);
    await takeTimes('todo', FREE, 0);
    expect(await take('todo', 0)).toBe(900);

    // The first ones were of the right time: what is kept out is kept out for no longer than any wait lasts.
    await takeTimes('parte', FREE - 1, 0);
    expect(await take('parte', DAY - 1)).toBe(0);
    expect(await take('parte', 60)).toBe(0);
    expect(await take('parte', 61)).toBe(1799);
  });
});
