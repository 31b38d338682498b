import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../testing/test-database.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { createCallLimits } from './calls.ts';
import { createCounter, refusal } from './counter.ts';
import { createDisclosureLimit } from './disclosure-limit.ts';

const now = (): Date => new Date();

describe('a count that no restart forgets', () => {
  const database = useTestDatabase('pglite');
  const counter = (name: string, points = 2) =>
    createCounter({ ...database(), now }, { name, points, seconds: 60, durable: true });
  const isTaken = (from: ReturnType<typeof counter>, key: string) =>
    from.consume(key).then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof RateLimiterRes)) throw error;
        return error.msBeforeNext > 59_000 && error.msBeforeNext <= 60_000 ? false : 'for another time';
      },
    );

  it('is kept in the database, for each name and key', async () => {
    for (const taken of [true, true, false]) expect(await isTaken(counter('calls'), 'ana')).toBe(taken);
    expect(await isTaken(counter('calls'), 'eva')).toBe(true);
    expect(await isTaken(counter('tries'), 'ana')).toBe(true);
    expect(await isTaken(counter('calls', 9), 'ana')).toBe(true);
  });

  it('can be looked at, and forgotten', async () => {
    const some = counter('looked');
    expect(await some.get('ana')).toBeNull();
    await some.consume('ana');
    expect((await some.get('ana'))?.consumedPoints).toBe(1);
    expect(await some.delete('ana')).toBe(true);
    expect(await some.delete('ana')).toBe(false);
    expect(await some.get('ana')).toBeNull();
  });

  it('that was written while the date was wrong keeps nobody out until that date', async () => {
    const { db } = database();
    const some = createCounter(
      { ...database(), now },
      {
        ...{ name: 'jumped', points: 2, seconds: 60, longestSeconds: 900, durable: true },
      },
    );
    const writeWrong = (seconds: number) =>
      db
        .insertInto('rate_counts')
        .values({ key: 'jumped:ana', points: 9, expire: Date.now() + seconds * 1000 })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({ points: 9, expire: Date.now() + seconds * 1000 }),
        )
        .execute();
    await writeWrong(86_400);
    expect(await some.get('ana')).toBeNull();
    await writeWrong(86_400);
    expect((await some.consume('ana')).consumedPoints).toBe(1);
    await writeWrong(86_400);
    expect((await some.penalty('ana')).consumedPoints).toBe(1);
    // As long as somebody may be kept out.
    await writeWrong(890);
    await expect(some.consume('ana')).rejects.toBeInstanceOf(RateLimiterRes);
  });

  it('of calls and of answers that tell something is shared by processes, each under its name', async () => {
    const { db } = database();
    await db.deleteFrom('rate_counts').execute();
    const deps = {
      ...{ db, now },
      engine: 'postgres' as const,
      config: { callsPerMinute: 100, strangerCallsPerMinute: 100 } as Deps['config'],
    };
    await createCallLimits(deps).person('ana');
    await createDisclosureLimit(deps)
      .run('ana', ['code_taken'], { code: 'A-1' }, () => Promise.reject(new ApiError('code_taken')))
      .catch(() => undefined);
    const rows = await db.selectFrom('rate_counts').select('key').orderBy('key').execute();
    expect(rows).toEqual([{ key: 'calls:ana' }, { key: 'taken:ana' }]);
  });

  it('is in memory where only this process needs it', () => {
    const given = { name: 'calls', points: 2, seconds: 60 };
    const { db } = database();
    expect(createCounter({ db, now, engine: 'pglite' }, given)).toBeInstanceOf(RateLimiterMemory);
    expect(createCounter({ db, now, engine: 'postgres' }, given)).not.toBeInstanceOf(RateLimiterMemory);
    expect(counter('calls')).not.toBeInstanceOf(RateLimiterMemory);
  });
});

describe('a refusal', () => {
  it('says how many whole seconds to wait, one at least', () => {
    for (const [ms, seconds] of [
      [0, 1],
      [1, 1],
      [1000, 1],
      [1001, 2],
      [60_000, 60],
    ] as const) {
      const error = refusal(new RateLimiterRes(0, ms), 'Espera.');
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({ code: 'rate_limited', retryAfter: seconds, message: 'Espera.' });
    }
  });
  it('is what else was thrown, where that was no limit', () => {
    const error = new Error('database down');
    expect(refusal(error, 'Espera.')).toBe(error);
  });
});
