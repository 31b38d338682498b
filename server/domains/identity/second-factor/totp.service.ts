import type { TotpSecret } from '#shared/people/account.schemas.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Change } from '../../../platform/db/change.ts';
import type { Deps } from '../../../platform/deps.ts';
import { ApiError, notFound } from '../../../platform/errors.ts';
import type { SecurityNotice } from '../../../platform/outbox/outbox-messages.ts';
import { requireAdminStill } from '../../access/lock-libraries.ts';
import { findOrganization, lockOrganization } from '../../organization/organizations.queries.ts';
import { findAccount } from '../accounts.queries.ts';
import type { Identity, Pool } from '../identity.ts';
import { withCountedAttempt } from '../passwords/counted-attempt.ts';
import { passwordMatches, wrongPassword } from '../passwords/passwords.ts';
import { spendCode } from '../passwords/spend-code.ts';
import { t } from '../texts.ts';
import { removeSecondFactor } from './second-factor.ts';

/** Proves once more who is there: the password, and a code of the app or a recovery code. */
export interface Proof {
  readonly password: string;
  readonly code: string;
}

/** The second step of sign-in, as its person turns it on and off. Its changes are told by mail. */
export function createTotpService(deps: Deps, { directory, pool }: Identity & { readonly pool: Pool }) {
  const { db, changes } = deps;
  const { secondFactor, attempts } = pool;

  async function requirePassword(actor: Actor, password: string): Promise<void> {
    await attempts.password.run({ address: actor.ip ?? '', own: `person:${actor.user}` }, async () => {
      const account = await findAccount(db, { id: actor.user });
      if (!(await passwordMatches(account?.hash, password))) throw wrongPassword();
    });
  }

  /** Runs a change that needs a code. Tries are counted by person, together with those at sign-in. */
  const counted = <T>(actor: Actor, work: (change: Change) => Promise<T>): Promise<T> => {
    const person = { id: actor.user, organization: actor.organization };
    const trier = { kind: 'totp', whose: actor.user, person, ip: actor.ip ?? '' } as const;
    return attempts.password.run({ address: actor.ip ?? '', own: `person:${actor.user}` }, () =>
      withCountedAttempt(deps, pool, trier, () => changes.run(actor, work)),
    );
  };

  const told = (change: Change, to: { email: string; firstname: string }, what: SecurityNotice): void =>
    change.announce({
      kind: 'mail',
      mail: { template: 'security', to: to.email, firstname: to.firstname, what },
    });

  const audited = (change: Change, action: string, user: string): void =>
    change.audit({ action, targetType: 'user', targetId: user });

  /** Refuses before a code is spent where the second step is off. */
  async function requireOn(actor: Actor): Promise<void> {
    if (!(await secondFactor.stateOf(db, actor.user))) throw new ApiError('totp_off');
  }

  /** Refuses where the organization requires the second step. */
  async function requireOwnChoice(actor: Actor): Promise<void> {
    const { settings } = await findOrganization(db, actor.organization);
    const asked = settings.secondStep ?? 'nobody';
    if (asked === 'all' || (asked === 'admins' && actor.isAdmin))
      throw new ApiError('second_step_required', undefined, {
        message: t('secondFactor.required'),
      });
  }

  const self = (actor: Actor) => ({ id: actor.user, email: actor.email, firstname: actor.firstname });

  return {
    /** @throws bad_credentials, rate_limited, totp_on */
    async setup(actor: Actor, password: string): Promise<TotpSecret> {
      await requirePassword(actor, password);
      return changes.run(actor, async (change) => {
        const made = await secondFactor.begin(change.trx, self(actor), change.at);
        audited(change, 'totp.begun', actor.user);
        return made;
      });
    },

    /** @returns recovery codes, for the only time @throws bad_code, rate_limited, totp_on, totp_off */
    confirm: (actor: Actor, code: string): Promise<string[]> =>
      counted(actor, async (change) => {
        const codes = await secondFactor.confirm(change.trx, actor.user, code, change.at);
        audited(change, 'totp.enabled', actor.user);
        told(change, self(actor), { kind: 'totp.enabled' });
        change.announce({ kind: 'access.changed', user: actor.user });
        return codes;
      }),

    /** @returns new ones; those before them are void @throws bad_credentials, bad_code, rate_limited, totp_off */
    async renewRecovery(actor: Actor, { password, code }: Proof): Promise<string[]> {
      await requireOn(actor);
      await requirePassword(actor, password);
      return counted(actor, async (change) => {
        await spendCode(change, pool, self(actor), code);
        const codes = await secondFactor.renewRecovery(change.trx, actor.user);
        audited(change, 'totp.recovery_renewed', actor.user);
        return codes;
      });
    },

    /** @throws bad_credentials, bad_code, rate_limited, second_step_required, totp_off */
    async disable(actor: Actor, { password, code }: Proof): Promise<void> {
      await requireOn(actor);
      await requireOwnChoice(actor);
      await requirePassword(actor, password);
      await counted(actor, async (change) => {
        await spendCode(change, pool, self(actor), code);
        await removeSecondFactor(change.trx, actor.user);
        audited(change, 'totp.disabled', actor.user);
        told(change, self(actor), { kind: 'totp.disabled' });
        change.announce({ kind: 'access.changed', user: actor.user });
      });
    },

    /** Turns it off for somebody who lost their phone. Does nothing where it is off. The route requires an admin. */
    reset: (actor: Actor, user: string): Promise<void> =>
      changes.run(actor, async (change) => {
        await lockOrganization(change.trx, actor.organization);
        await requireAdminStill(change, actor);
        const person = await directory.get(change.trx, actor.organization, user);
        if (!person) throw notFound();
        if (!(await directory.resetTotp(change, user))) return;
        audited(change, 'totp.reset', user);
        told(change, person, { kind: 'totp.reset', by: `${actor.firstname} ${actor.lastname}` });
        change.announce({ kind: 'access.changed', user });
      }),
  };
}
