import { setTimeout as wait } from 'node:timers/promises';
import { isResetSecret } from '#shared/identity/reset-secrets.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { ApiError } from '../../../platform/errors.ts';
import { findOrganization } from '../../organization/organizations.queries.ts';
import { findAccount } from '../accounts.queries.ts';
import type { Origin } from '../auth.service.ts';
import type { Pool } from '../identity.ts';
import { countedTry } from './counted-try.ts';
import { findKnownDevice, newDeviceKey } from './known-devices.ts';
import { hashPassword, passwordMatches, wrongPassword } from './passwords.ts';
import { QUIET_MS, refuseLate } from './refuse-late.ts';
import { requirePolicy, samePassword, setPassword } from './set-password.ts';

/** How somebody comes by a new password. */
export interface PasswordService {
  /**
   * Mails a code, and a link with a long secret, to a known, enabled person. Answers alike, and after the same time, for
   * everybody else. @throws rate_limited
   */
  forgot(email: string, origin: Origin): Promise<void>;
  /**
   * By the mailed code, or the secret of the link. Strangers' failures do not keep its person out then: they are forgotten.
   * @returns the key of a device that is known from now on: whoever resets reads the account's mail
   * @throws bad_code, password_policy, rate_limited
   */
  reset(input: { email: string; code: string; password: string }, origin: Origin): Promise<string>;
  /** Ends every other session of theirs. @throws bad_credentials, password_policy, rate_limited */
  change(actor: Actor, input: { current: string; password: string }): Promise<void>;
}

export function createPasswordService(deps: Deps, pool: Pool): PasswordService {
  const { db, changes, now } = deps;

  return {
    async forgot(email, { ip, deviceKey }) {
      const own = await findKnownDevice(db, { email }, deviceKey);
      // By address alone: an account gets one mail a minute whoever asks, and strangers are not to use up its owner's asking.
      await pool.attempts.mail.count({ address: ip, own });
      const work = async (): Promise<void> => {
        const user = await findAccount(db, { email });
        if (!user?.enabled) return;
        await changes.run({ organization: user.organization, user: user.id, ip }, async (change) => {
          const made = await pool.codes.issue(change.trx, user.id, now());
          if (!made) return;
          change.audit({ action: 'password.reset_requested', targetType: 'user', targetId: user.id });
          const mail = { template: 'reset', to: user.email, firstname: user.firstname, ...made } as const;
          change.announce({ kind: 'mail', mail });
        });
      };
      await Promise.all([work(), wait(QUIET_MS)]);
    },

    async reset({ email, code, password }, { ip, deviceKey }) {
      const secret = isResetSecret(code);
      const own = await findKnownDevice(db, { email }, deviceKey);
      // What nobody can guess needs no count by account: others could use it up.
      const who = { account: secret ? undefined : email, address: ip, own };
      const newKey = newDeviceKey();
      await pool.attempts.code.run(who, async () => {
        const user = await findAccount(db, { email });
        const work = async () => {
          if (!user?.enabled) {
            await hashPassword(password);
            throw new ApiError('bad_code');
          }
          // What its organization asks of a password is told to whoever has the code: others would learn who is known.
          const { settings } = await findOrganization(db, user.organization);
          const spend = { code, minimum: settings.passwordMin, newKey };
          if (!(await setPassword(deps, pool, user, password, { ip }, { spend })))
            throw new ApiError('bad_code');
        };
        // Counted for whoever is typed, known or not: the count must not tell either.
        const trier = { kind: 'reset', whose: email, person: user, ip } as const;
        await refuseLate(() => (secret ? work() : countedTry(deps, pool, trier, work)));
      });
      await pool.attempts.password.forget(email);
      return newKey;
    },

    change: (actor, { current, password }) =>
      pool.attempts.password.run({ address: actor.ip ?? '', own: `person:${actor.user}` }, async () => {
        const user = await findAccount(db, { id: actor.user });
        if (!(await passwordMatches(user?.hash, current)) || !user) throw wrongPassword();
        await requirePolicy(deps, user, password);
        if (await passwordMatches(user.hash, password)) throw samePassword();
        await setPassword(deps, pool, user, password, { ip: actor.ip ?? '' }, { keep: actor.session });
      }),
  };
}
