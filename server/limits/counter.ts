import { CompiledQuery } from 'kysely';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';

const TABLE = 'rate_counts';

interface Query {
  readonly text: string;
  readonly values?: readonly unknown[];
}

/**
 * So many points in so many seconds for each key: in the database where several processes can share one, else in memory.
 * @param name of what is counted, which keeps its keys from those of others
 */
export function createCounter(
  { db, engine }: Pick<Deps, 'db' | 'engine'>,
  options: { readonly name: string; readonly points: number; readonly seconds: number },
): RateLimiterAbstract {
  const given = { keyPrefix: options.name, points: options.points, duration: options.seconds };
  if (engine === 'pglite') return new RateLimiterMemory(given);
  return new RateLimiterPostgres({
    ...given,
    storeType: 'client',
    storeClient: {
      query: ({ text, values = [] }: Query) => db.executeQuery(CompiledQuery.raw(text, [...values])),
    },
    tableName: TABLE,
    tableCreated: true,
    // The sweeps clear it (jobs/sweeps.ts).
    clearExpiredByTimeout: false,
  });
}

/** What a counter refuses with, as an answer; anything else that it threw, as it is. */
export function refusal(error: unknown, message: string): unknown {
  if (!(error instanceof RateLimiterRes)) return error;
  const retryAfter = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
  return new ApiError('rate_limited', undefined, { message, retryAfter });
}
