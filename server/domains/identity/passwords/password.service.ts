import { setTimeout as wait } from 'node:timers/promises';
import type { Welcome } from '#shared/identity/auth.schemas.ts';
import { isResetSecret } from '#shared/identity/reset-secrets.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { ApiError } from '../../../platform/errors.ts';
import { findOrganization } from '../../organization/organizations.queries.ts';
import { findAccount } from '../accounts.queries.ts';
import type { Origin } from '../auth.service.ts';
import type { Pool } from '../identity.ts';
import { findAccessLink } from './access-links.ts';
import { withCountedAttempt } from './counted-attempt.ts';
import { delayRefusal, MIN_REFUSAL_MS } from './delay-refusal.ts';
import { findKnownDevice, newDeviceKey } from './known-devices.ts';
import { hashPassword, passwordMatches, wrongPassword } from './passwords.ts';
import { requirePolicy, samePassword, setPassword } from './set-password.ts';

/** How somebody gets a new password. */
export function createPasswordService(deps: Deps, pool: Pool) {
  const { db, changes, now } = deps;

  return {
    /**
     * Mails a code and a link with a long secret to a known, enabled person. For everybody else it answers the same,
     * after the same time, and mails nothing.
     * @throws rate_limited
     */
    async forgot(email: string, { ip, deviceKey }: Origin): Promise<void> {
      const own = await findKnownDevice(db, { email }, deviceKey);
      // Counted by address alone. An account gets one mail a minute whoever asks, and strangers must not use up its
      // owner's tries.
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
      await Promise.all([work(), wait(MIN_REFUSAL_MS)]);
    },

    /**
     * Sets a new password by the mailed code, or by the link's secret. Failed tries of strangers do not keep the person
     * out: they are forgotten.
     * @returns the key of a device that is recognized from now on, since whoever resets reads the account's mail
     * @throws bad_code, password_policy, rate_limited
     */
    async reset(
      { email, code, password }: { email: string; code: string; password: string },
      { ip, deviceKey }: Origin,
    ): Promise<string> {
      const secret = isResetSecret(code);
      const own = await findKnownDevice(db, { email }, deviceKey);
      // The link's secret cannot be guessed, so tries at it are not counted by account: others could use them up.
      const who = { account: secret ? undefined : email, address: ip, own };
      const newKey = newDeviceKey();
      await pool.attempts.code.run(who, async () => {
        const user = await findAccount(db, { email });
        const work = async () => {
          if (!user?.enabled) {
            await hashPassword(password);
            throw new ApiError('bad_code');
          }
          // The organization's password policy is shown only to whoever has the code. Otherwise it would tell which
          // e-mails are known.
          const { settings } = await findOrganization(db, user.organization);
          const spend = { code, minimum: settings.passwordMin, newKey };
          if (!(await setPassword(deps, pool, user, password, { ip }, { spend })))
            throw new ApiError('bad_code');
        };
        // Counted for known and unknown e-mails alike: the count must not tell which are known.
        const trier = { kind: 'reset', whose: email, person: user, ip } as const;
        await delayRefusal(() => (secret ? work() : withCountedAttempt(deps, pool, trier, work)));
      });
      await pool.attempts.password.forget(email);
      return newKey;
    },

    /**
     * Whom an access link invites where to, for the page that it leads to. It does not spend the link.
     * @throws bad_code, rate_limited
     */
    welcome: (
      { email, secret }: { email: string; secret: string },
      { ip, deviceKey }: Origin,
    ): Promise<Welcome> =>
      findKnownDevice(db, { email }, deviceKey).then((own) =>
        pool.attempts.code.run({ address: ip, own }, () =>
          delayRefusal(async () => {
            const found = await findAccessLink(db, { email, secret, at: now() });
            if (!found) throw new ApiError('bad_code');
            const { organization, by: invitedBy, expires_at } = found;
            return { organization, invitedBy, expiresAt: expires_at.toISOString() };
          }),
        ),
      ),

    /**
     * Changes the actor's password and ends their other sessions.
     * @throws bad_credentials, password_policy, rate_limited
     */
    change: (actor: Actor, { current, password }: { current: string; password: string }): Promise<void> =>
      pool.attempts.password.run({ address: actor.ip ?? '', own: `person:${actor.user}` }, async () => {
        const user = await findAccount(db, { id: actor.user });
        if (!(await passwordMatches(user?.hash, current)) || !user) throw wrongPassword();
        await requirePolicy(deps, user, password);
        if (await passwordMatches(user.hash, password)) throw samePassword();
        await setPassword(deps, pool, user, password, { ip: actor.ip ?? '' }, { keep: actor.session });
      }),
  };
}
