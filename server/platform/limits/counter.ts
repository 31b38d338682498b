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

/** Whether a parameter is a time in milliseconds of the epoch, and no count of points. */
const isTime = (value: unknown): value is number => typeof value === 'number' && value > 1e11;

interface Query {
  readonly text: string;
  readonly values?: readonly unknown[];
}

/**
 * A counter of points within seconds, by key: in the database where several processes can share one, else in memory.
 * In the database times are those of its clock, so that processes with different dates count the same.
 * @param name of what is counted, which keeps its keys apart from others
 * @param durable whether it must survive a restart: then it is always in the database
 */
export function createCounter(
  { db, engine, now }: Pick<Deps, 'db' | 'engine' | 'now'>,
  options: {
    readonly name: string;
    readonly points: number;
    readonly seconds: number;
    /** The longest block, where that is longer than `seconds`. */
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
      async query({ text, values: given = [] }: Query) {
        // The library writes and reads times of this process's clock.
        const ahead = now().getTime() - Date.now();
        const values = given.map((value) => (isTime(value) ? value + ahead : value));
        const run = () => db.executeQuery<Counted>(CompiledQuery.raw(text, values));
        let { rows, numAffectedRows } = await run();
        // The key is the first value of every statement of the library.
        const [key] = values;
        if (rows.some(({ expire }) => Number(expire) > now().getTime() + longestMs)) {
          // It was written while this computer's clock was wrong, and would block somebody until that date.
          await db.deleteFrom(TABLE).where('key', '=', String(key)).execute();
          ({ rows, numAffectedRows } = await run());
        }
        const own = rows.map((row) => (row.expire ? { ...row, expire: Number(row.expire) - ahead } : row));
        return { rows: own, rowCount: Number(numAffectedRows ?? rows.length) };
      },
    },
    tableName: TABLE,
    tableCreated: true,
    // The sweeps delete it (jobs/sweeps.ts).
    clearExpiredByTimeout: false,
  });
}

/** A counter's refusal as `rate_limited`; any other error unchanged. */
export function refusal(error: unknown, message: string): unknown {
  if (!(error instanceof RateLimiterRes)) return error;
  const retryAfter = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
  return new ApiError('rate_limited', undefined, { message, retryAfter });
}
