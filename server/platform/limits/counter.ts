import { CompiledQuery } from 'kysely';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { CLOCK_SKEW_SECONDS } from '../clock-skew.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';

const TABLE = 'rate_counts';

interface Counted {
  /** Milliseconds of the epoch. */
  readonly expire?: number | string | null;
}

interface Query {
  readonly text: string;
  readonly values?: readonly unknown[];
}

/**
 * So many points in so many seconds for each key: in the database where several processes can share one, else in memory.
 * @param name of what is counted, which keeps its keys from those of others
 * @param durable whether a restart must not forget it: then it is in the database in any case
 */
export function createCounter(
  { db, engine }: Pick<Deps, 'db' | 'engine'>,
  options: {
    readonly name: string;
    readonly points: number;
    readonly seconds: number;
    /** The longest that something is kept out by it, where that is more than `seconds`. */
    readonly longestSeconds?: number;
    readonly durable?: boolean;
  },
): RateLimiterAbstract {
  const longestMs = Math.max(options.seconds, options.longestSeconds ?? 0) * 1000 + CLOCK_SKEW_SECONDS * 1000;
  const given = { keyPrefix: options.name, points: options.points, duration: options.seconds };
  if (engine === 'pglite' && !options.durable) return new RateLimiterMemory(given);
  return new RateLimiterPostgres({
    ...given,
    storeType: 'client',
    storeClient: {
      async query({ text, values = [] }: Query) {
        const run = () => db.executeQuery<Counted>(CompiledQuery.raw(text, [...values]));
        let { rows, numAffectedRows } = await run();
        // Of every statement of the library the key is the first value.
        const [key] = values;
        if (rows.some(({ expire }) => Number(expire) > Date.now() + longestMs)) {
          // It was written while this computer's date was wrong: it would keep somebody out until that date comes.
          await db.deleteFrom(TABLE).where('key', '=', String(key)).execute();
          ({ rows, numAffectedRows } = await run());
        }
        return { rows, rowCount: Number(numAffectedRows ?? rows.length) };
      },
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
