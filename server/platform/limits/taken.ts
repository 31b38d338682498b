import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { ErrorCode } from '#shared/platform/errors.ts';
import type { Executor } from '../db/change.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { createCounter, refusal } from './counter.ts';

/**
 * Answers that tell of something which the asker may not see: a document's code, a library's name, somebody's e-mail in
 * another organization. Each stands beside the field that asks for it. Names of labels, types, calendars, departments,
 * templates and folders are shown to everybody who may give one, and so are not here.
 */
const TELLING: Partial<Record<ErrorCode, string>> = {
  code_taken: 'code',
  library_taken: 'name',
  email_taken: 'email',
};
const PER_MINUTE = 30;
const TOO_MANY = 'Probaste demasiados que ya están en uso. Espera un momento.';

/** What is told of: unique values, or names on disk. Each has a count of its own. */
type Told = 'taken' | 'names';

/** In the database with every engine: who gives names counts in their own transaction. */
const counterOf = (db: Executor, told: Told) =>
  createCounter({ db, engine: 'postgres' }, { name: told, points: PER_MINUTE, seconds: 60 });

/** What is refused because its asker was told of too much that is hidden. @param retryAfter in seconds */
export const toldTooMuch = (retryAfter = 60): ApiError =>
  new ApiError('rate_limited', undefined, { message: TOO_MANY, retryAfter });

/**
 * Counts so many answers that tell of something hidden, given by one call.
 * @param db the caller's own transaction, where it has one open
 * @returns how many of them may be told; the others are to be left out
 * @throws rate_limited for whoever was told as many as may be, also where this time there is nothing to tell: otherwise
 *   that would be an answer
 */
export async function tellHidden(db: Executor, told: Told, user: string, many: number): Promise<number> {
  const counter = counterOf(db, told);
  const state = many > 0 ? await counter.penalty(user, many) : await counter.get(user);
  const left = PER_MINUTE - ((state?.consumedPoints ?? 0) - many);
  if (left <= 0) throw toldTooMuch(Math.max(1, Math.ceil((state?.msBeforeNext ?? 0) / 1000)));
  return Math.min(left, many);
}

/** How often a person is told that something unique is used already. */
export interface TakenLimit {
  /**
   * Runs a call that may be told so. Whoever was told too often is refused before anything is looked at, so that neither
   * answer says anything any more.
   * @throws rate_limited
   */
  run<T>(user: string, errors: readonly ErrorCode[], body: unknown, work: () => Promise<T>): Promise<T>;
}

export function createTakenLimit(
  { db }: Pick<Deps, 'db'>,
  told: RateLimiterAbstract = counterOf(db, 'taken'),
): TakenLimit {
  return {
    async run(user, errors, body, work) {
      const given = (body ?? {}) as Readonly<Record<string, unknown>>;
      const asks = errors.some((code) => (given[TELLING[code] ?? ''] ?? null) !== null);
      if (!asks) return work();
      // Counted before it is known, so that many at the same moment share no try.
      await told.consume(user).catch((error: unknown) => {
        throw refusal(error, TOO_MANY);
      });
      let isTold = false;
      try {
        return await work();
      } catch (error) {
        isTold = error instanceof ApiError && TELLING[error.code] !== undefined;
        throw error;
      } finally {
        if (!isTold) await told.reward(user);
      }
    },
  };
}
