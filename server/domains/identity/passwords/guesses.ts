import { createHmac } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { CLOCK_SKEW_SECONDS } from '../../../platform/clock-skew.ts';
import type { Executor } from '../../../platform/db/change.ts';
import { ApiError } from '../../../platform/errors.ts';

/** A code that is short enough to be guessed: a mailed one, or one of an authenticator app. */
export type GuessKind = 'reset' | 'totp';

/**
 * Tries at the codes of one account that are free within a day. Each further one has to wait, twice as long as the one
 * before.
 */
const FREE = 10;
const DAY_SECONDS = 86_400;
const FIRST_WAIT_SECONDS = 900;

/** How long the next try has to wait after so many failures. */
const waitOf = (failures: RawBuilder<number>) =>
  sql`make_interval(secs => least(${FIRST_WAIT_SECONDS} * power(2, greatest(${failures} - ${FREE}, 0)), ${DAY_SECONDS}))`;

/**
 * Counts tries at short codes by account, in the database. The whole day counts, over all codes, sessions, addresses
 * and processes. With six digits and ten tries a day, an even chance of a hit takes more than a thousand years.
 */
export function createGuesses(secret: Buffer) {
  const subjectOf = (kind: GuessKind, whose: string): string =>
    createHmac('sha256', secret).update(`guess:${kind}:${whose}`).digest('base64url');

  return {
    /**
     * Counts a try before the code is compared, so that tries at the same moment do not share one count. Commits by
     * itself, so that the count stays where the caller's transaction is rolled back.
     * @param executor not a transaction of the caller
     * @param whose account, known or not
     * @throws rate_limited with Retry-After
     */
    async take(executor: Executor, kind: GuessKind, whose: string, at: Date): Promise<void> {
      const subject = subjectOf(kind, whose);
      // A beginning in the future was written while the server's clock was wrong.
      const misdated = sql<boolean>`guesses.began_at > ${at}::timestamptz + make_interval(secs => ${CLOCK_SKEW_SECONDS})`;
      const anew = sql<boolean>`(${misdated}
        or guesses.began_at <= ${at}::timestamptz - make_interval(secs => ${DAY_SECONDS}))`;
      const longest = sql<Date>`${at}::timestamptz + ${waitOf(sql`guesses.failures`)}
        + make_interval(secs => ${CLOCK_SKEW_SECONDS})`;
      const failures = sql<number>`case when ${anew} then 1 else guesses.failures + 1 end`;
      const counted = await executor
        .insertInto('guesses')
        .values({ subject, failures: 1, began_at: at, blocked_until: null })
        .onConflict((conflict) =>
          conflict
            .column('subject')
            .doUpdateSet({
              failures,
              began_at: sql<Date>`case when ${anew} then ${at}::timestamptz else guesses.began_at end`,
              blocked_until: sql<Date | null>`case when ${failures} >= ${FREE} then ${at}::timestamptz + ${waitOf(failures)} end`,
            })
            .where((is) =>
              is.or([
                is('guesses.blocked_until', 'is', null),
                is('guesses.blocked_until', '<=', at),
                is('guesses.blocked_until', '>', longest),
                misdated,
              ]),
            ),
        )
        .returning('failures')
        .executeTakeFirst();
      if (counted) return;
      const row = await executor
        .selectFrom('guesses')
        .select('blocked_until')
        .where('subject', '=', subject)
        .executeTakeFirst();
      const left = (row?.blocked_until?.getTime() ?? 0) - at.getTime();
      throw new ApiError('rate_limited', undefined, { retryAfter: Math.max(1, Math.ceil(left / 1000)) });
    },

    /** Ends the count after a right code. */
    async clear(executor: Executor, kind: GuessKind, whose: string): Promise<void> {
      await executor.deleteFrom('guesses').where('subject', '=', subjectOf(kind, whose)).execute();
    },
  };
}

export type Guesses = ReturnType<typeof createGuesses>;

/** Deletes counts that are over. @returns how many accounts */
export async function sweepGuesses(executor: Executor, now: Date): Promise<number> {
  const before = new Date(now.getTime() - DAY_SECONDS * 1000);
  const gone = await executor
    .deleteFrom('guesses')
    .where('began_at', '<', before)
    .where((is) => is.or([is('blocked_until', 'is', null), is('blocked_until', '<', now)]))
    .executeTakeFirst();
  return Number(gone.numDeletedRows);
}
