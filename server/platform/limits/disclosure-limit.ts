import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { ErrorCode } from '#shared/platform/errors.ts';
import type { Executor } from '../db/change.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { t } from '../texts.ts';
import { createCounter, refusal } from './counter.ts';

/**
 * Errors that tell of something that the caller may not see: a document's code, a library's name, somebody's e-mail in
 * another organization. Each with the field that asks for it. Names of labels, types, calendars, departments, templates
 * and folders are visible to everybody who may give one, so they are not here.
 */
const DISCLOSING: Partial<Record<ErrorCode, string>> = {
  code_taken: 'code',
  library_taken: 'name',
  email_taken: 'email',
};
const PER_MINUTE = 30;
const TOO_MANY = t('limits.taken');

/** What an answer tells: that a unique value is taken, or a name on disk. Each has a count of its own. */
type DisclosureKind = 'taken' | 'names';

/** In the database with every engine, because names are given inside the caller's transaction. */
const counterOf = (db: Executor, now: () => Date, told: DisclosureKind) =>
  createCounter({ db, now, engine: 'postgres' }, { name: told, points: PER_MINUTE, seconds: 60 });

/** The refusal for somebody who was told of too much that is hidden. @param retryAfter in seconds */
export const disclosureLimitError = (retryAfter = 60): ApiError =>
  new ApiError('rate_limited', undefined, { message: TOO_MANY, retryAfter });

/**
 * Counts the answers of one call that tell of something hidden.
 * @param from the caller's own transaction, where it has one open, and the shared clock
 * @returns how many of them may be told; the others must be left out
 * @throws rate_limited for whoever has reached the limit, also where there is nothing to tell this time: otherwise that
 * would be an answer
 */
export async function countDisclosures(
  from: { readonly db: Executor; readonly now: () => Date },
  told: DisclosureKind,
  user: string,
  many: number,
): Promise<number> {
  const counter = counterOf(from.db, from.now, told);
  const state = many > 0 ? await counter.penalty(user, many) : await counter.get(user);
  const left = PER_MINUTE - ((state?.consumedPoints ?? 0) - many);
  if (left <= 0) throw disclosureLimitError(Math.max(1, Math.ceil((state?.msBeforeNext ?? 0) / 1000)));
  return Math.min(left, many);
}

/** How often a person may be told that a unique value is taken. */
export interface DisclosureLimit {
  /**
   * Runs a call that may answer so. Whoever was told too often is refused before anything is looked up, so that the
   * refusal tells nothing either.
   * @throws rate_limited
   */
  run<T>(user: string, errors: readonly ErrorCode[], body: unknown, work: () => Promise<T>): Promise<T>;
}

export function createDisclosureLimit(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  told: RateLimiterAbstract = counterOf(db, now, 'taken'),
): DisclosureLimit {
  return {
    async run(user, errors, body, work) {
      const given = (body ?? {}) as Readonly<Record<string, unknown>>;
      const asks = errors.some((code) => (given[DISCLOSING[code] ?? ''] ?? null) !== null);
      if (!asks) return work();
      // Counted before the result is known, so that calls at the same moment do not share one try.
      await told.consume(user).catch((error: unknown) => {
        throw refusal(error, TOO_MANY);
      });
      let isTold = false;
      try {
        return await work();
      } catch (error) {
        isTold = error instanceof ApiError && DISCLOSING[error.code] !== undefined;
        throw error;
      } finally {
        if (!isTold) await told.reward(user);
      }
    },
  };
}
