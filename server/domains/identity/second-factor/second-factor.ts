import { createHmac, randomInt } from 'node:crypto';
import type { Transaction } from 'kysely';
import {
  isRecoveryCode,
  makeRecoveryCode,
  RECOVERY_CODES,
  showRecoveryCode,
} from '#shared/identity/recovery-codes.ts';
import type { TotpSecret } from '#shared/people/account.schemas.ts';
import type { Executor } from '../../../platform/db/change.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { ApiError } from '../../../platform/errors.ts';
import { t } from '../texts.ts';
import type { Seal } from '../tokens/sealed.ts';
import { describeTotp, LATEST_STEPS_APART, newTotpSecret, stepOfCode } from './totp.ts';

/** What somebody used beside their password. */
export type Factor = 'totp' | 'recovery';

export interface SecondFactorState {
  readonly since: Date;
  /** How many recovery codes are left. */
  readonly recoveryCodes: number;
}

/** How long somebody has to put the secret into their app. */
const SETUP_MS = 3600_000;

const usedCode = (): ApiError =>
  new ApiError('bad_code', { used: true }, { message: t('secondFactor.used') });

/**
 * The second step of sign-in.
 * @param secret the server's own, under which recovery codes are hashed: those of a stolen database cannot be guessed
 * @param seal for the secrets of apps, which must be read again
 */
export function createSecondFactor(secret: Buffer, seal: Seal) {
  const hashOf = (user: string, code: string): string =>
    createHmac('sha256', secret).update(`recovery:${user}:${code}`).digest('base64url');

  const stepFor = (user: string, sealed: string, code: string, at: Date): number => {
    const opened = seal.open(sealed, user);
    const step = opened && stepOfCode(opened, code, at);
    if (step === null) throw new ApiError('bad_code');
    return step;
  };

  async function writeRecovery(trx: Transaction<Schema>, user: string): Promise<string[]> {
    const codes = new Set<string>();
    while (codes.size < RECOVERY_CODES) codes.add(makeRecoveryCode(randomInt));
    await trx.deleteFrom('recovery_codes').where('user_id', '=', user).execute();
    await trx
      .insertInto('recovery_codes')
      .values([...codes].map((code) => ({ user_id: user, hash: hashOf(user, code), used_at: null })))
      .execute();
    return [...codes].map(showRecoveryCode);
  }

  return {
    /** Null where no second step is asked of them. */
    async stateOf(executor: Executor, user: string): Promise<SecondFactorState | null> {
      const row = await executor
        .selectFrom('totp as t')
        .leftJoin('recovery_codes as c', (join) =>
          join.onRef('c.user_id', '=', 't.user_id').on('c.used_at', 'is', null),
        )
        .select(({ fn }) => ['t.confirmed_at', fn.count<number>('c.hash').as('left')])
        .where('t.user_id', '=', user)
        .where('t.confirmed_at', 'is not', null)
        .groupBy('t.confirmed_at')
        .executeTakeFirst();
      return row?.confirmed_at ? { since: row.confirmed_at, recoveryCodes: Number(row.left) } : null;
    },

    /** Makes a secret, which takes effect once it is confirmed. An earlier unconfirmed one is void. @throws totp_on */
    async begin(
      trx: Transaction<Schema>,
      user: { id: string; email: string },
      at: Date,
    ): Promise<TotpSecret> {
      const made = newTotpSecret();
      const row = { secret: seal.seal(made, user.id), begun_at: at };
      const written = await trx
        .insertInto('totp')
        .values({ user_id: user.id, ...row, confirmed_at: null, last_step: null })
        .onConflict((conflict) =>
          conflict.column('user_id').doUpdateSet(row).where('totp.confirmed_at', 'is', null),
        )
        .returning('user_id')
        .executeTakeFirst();
      if (!written) throw new ApiError('totp_on');
      return describeTotp(made, user.email);
    },

    /** Turns the second step on. @returns recovery codes @throws bad_code, totp_on, totp_off */
    async confirm(trx: Transaction<Schema>, user: string, code: string, at: Date): Promise<string[]> {
      const row = await trx
        .selectFrom('totp')
        .selectAll()
        .where('user_id', '=', user)
        .forUpdate()
        .executeTakeFirst();
      if (row?.confirmed_at) throw new ApiError('totp_on');
      if (!row || at.getTime() - row.begun_at.getTime() > SETUP_MS) throw new ApiError('totp_off');
      const step = stepFor(user, row.secret, code, at);
      await trx
        .updateTable('totp')
        .set({ confirmed_at: at, last_step: step })
        .where('user_id', '=', user)
        .execute();
      return writeRecovery(trx, user);
    },

    /** Spends a code, which is never accepted again: of two uses at once, one wins. @throws bad_code */
    async spend(trx: Transaction<Schema>, user: string, code: string, at: Date): Promise<Factor> {
      if (isRecoveryCode(code)) {
        const { numUpdatedRows } = await trx
          .updateTable('recovery_codes')
          .set({ used_at: at })
          .where('user_id', '=', user)
          .where('hash', '=', hashOf(user, code))
          .where('used_at', 'is', null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw new ApiError('bad_code');
        return 'recovery';
      }
      const row = await trx
        .selectFrom('totp')
        .select('secret')
        .where('user_id', '=', user)
        .where('confirmed_at', 'is not', null)
        .executeTakeFirst();
      if (!row) throw new ApiError('bad_code');
      const step = stepFor(user, row.secret, code, at);
      // Compared in the statement that writes it: a second call with this code waits for the row, and finds the step
      // used.
      const { numUpdatedRows } = await trx
        .updateTable('totp')
        .set({ last_step: step })
        .where('user_id', '=', user)
        .where('secret', '=', row.secret)
        .where((is) =>
          is.or([
            is('last_step', 'is', null),
            is('last_step', '<', step),
            // A step in the future was written while the server's clock was wrong.
            is('last_step', '>', step + LATEST_STEPS_APART),
          ]),
        )
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw usedCode();
      return 'totp';
    },

    /** New recovery codes; all others are void. @throws totp_off */
    async renewRecovery(trx: Transaction<Schema>, user: string): Promise<string[]> {
      const row = await trx
        .selectFrom('totp')
        .select('user_id')
        .where('user_id', '=', user)
        .where('confirmed_at', 'is not', null)
        .forUpdate()
        .executeTakeFirst();
      if (!row) throw new ApiError('totp_off');
      return writeRecovery(trx, user);
    },
  };
}

export type SecondFactor = ReturnType<typeof createSecondFactor>;

/** Turns the second step of a person off. @returns whether it was on */
export async function removeSecondFactor(trx: Transaction<Schema>, user: string): Promise<boolean> {
  const row = await trx
    .deleteFrom('totp')
    .where('user_id', '=', user)
    .returning('confirmed_at')
    .executeTakeFirst();
  return Boolean(row?.confirmed_at);
}
