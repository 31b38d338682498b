import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import { isResetSecret } from '#shared/identity/reset-secrets.ts';
import { CLOCK_SKEW_SECONDS } from '../../../platform/clock-skew.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { redeemAccessLink } from './access-links.ts';

export interface ResetCodeOptions {
  readonly lifeSeconds: number;
  readonly tries: number;
}

/** At most one mail in this time, whoever asks for it. */
const PAUSE_SECONDS = 60;

const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Codes are stored hashed under the server's secret: six digits could be guessed from a plain hash. */
export function createResetCodes(secret: Buffer, options: ResetCodeOptions) {
  const hashOf = (user: string, code: string): string =>
    createHmac('sha256', secret).update(`reset:${user}:${code}`).digest('base64url');

  /**
   * The latest time at which a code made by now may end. One that ends later was made while the server's clock was
   * wrong.
   */
  const latestEnd = (at: Date): Date =>
    new Date(at.getTime() + (options.lifeSeconds + CLOCK_SKEW_SECONDS) * 1000);

  return {
    /**
     * A new code of six digits, and a long secret for a link. Each works once and voids the other; older ones are void.
     * Null where some were made a moment ago.
     */
    async issue(
      trx: Transaction<Schema>,
      user: string,
      at: Date,
    ): Promise<{ code: string; secret: string } | null> {
      const before = await trx
        .selectFrom('reset_codes')
        .select('expires_at')
        .where('user_id', '=', user)
        .forUpdate()
        .executeTakeFirst();
      const issued = (before?.expires_at.getTime() ?? 0) - options.lifeSeconds * 1000;
      const age = at.getTime() - issued;
      // One from the future was made while the server's clock was wrong.
      if (before && age < PAUSE_SECONDS * 1000 && age > -CLOCK_SKEW_SECONDS * 1000) return null;
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const secret = randomBytes(32).toString('base64url');
      const row = {
        code_hash: hashOf(user, code),
        secret_hash: hashOfSecret(secret),
        tries: 0,
        expires_at: new Date(at.getTime() + options.lifeSeconds * 1000),
      };
      await trx
        .insertInto('reset_codes')
        .values({ user_id: user, ...row })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
        .execute();
      return { code, secret };
    },

    /** Whether it is the code, the secret, or that of an access link. A right one is spent; a wrong code costs a try. */
    async redeem(trx: Transaction<Schema>, user: string, code: string, at: Date): Promise<boolean> {
      if (isResetSecret(code)) {
        // Tries at the secret are not counted: nobody guesses it, and others could use them up.
        const { numDeletedRows } = await trx
          .deleteFrom('reset_codes')
          .where('user_id', '=', user)
          .where('expires_at', '>', at)
          .where('expires_at', '<=', latestEnd(at))
          .where('secret_hash', '=', hashOfSecret(code))
          .executeTakeFirst();
        return numDeletedRows > 0n || redeemAccessLink(trx, user, code, at);
      }
      // Counted before it is compared, under the row's lock, so that tries at the same moment do not share one count.
      const row = await trx
        .updateTable('reset_codes')
        .set({ tries: sql<number>`tries + 1` })
        .where('user_id', '=', user)
        .where('expires_at', '>', at)
        .where('expires_at', '<=', latestEnd(at))
        .where('tries', '<', options.tries)
        .returning('code_hash')
        .executeTakeFirst();
      const given = Buffer.from(hashOf(user, code));
      if (!row || !timingSafeEqual(given, Buffer.from(row.code_hash))) return false;
      await trx.deleteFrom('reset_codes').where('user_id', '=', user).execute();
      return true;
    },
  };
}

export type ResetCodes = ReturnType<typeof createResetCodes>;
