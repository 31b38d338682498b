import { sql } from 'kysely';
import type { Deps } from '../../../platform/deps.ts';
import { ApiError } from '../../../platform/errors.ts';
import { findOrganization } from '../../organization/organizations.queries.ts';
import type { UserRow } from '../accounts.queries.ts';
import { secretsEnded } from '../identity.hooks.ts';
import type { Pool } from '../identity.ts';
import { t } from '../texts.ts';
import { endFamilies } from '../tokens/refresh-tokens.ts';
import { endPasswordSecrets } from './access-links.ts';
import { forgetDevices, rememberDevice } from './known-devices.ts';
import { hashPassword, requireAcceptable } from './passwords.ts';
import { withdrawInvitations } from './waiting-invitations.queries.ts';

interface How {
  /** The session that stays; all others end. */
  readonly keep?: string | null;
  /** The mailed code or secret, or an access link's, that allows the change, and the organization's password policy. */
  readonly spend?: {
    readonly code: string;
    readonly minimum?: number | undefined;
    /** The key of the device on which the code is spent. It is the only known device then. */
    readonly newKey: string;
  };
  /** Writes nothing where the password was changed since then. */
  readonly ifUnchangedSince?: Date;
}

/** Writes a new password, and ends the sessions and the secret addresses of the old one. @returns false where the change was not allowed */
export async function setPassword(
  { changes, now }: Pick<Deps, 'changes' | 'now'>,
  { codes }: Pick<Pool, 'codes'>,
  user: UserRow,
  password: string,
  { ip }: { readonly ip: string },
  { keep = null, spend, ifUnchangedSince }: How = {},
): Promise<boolean> {
  const hash = await hashPassword(password);
  const at = now();
  return changes.run({ organization: user.organization, user: user.id, ip }, async (change) => {
    if (spend) {
      if (!(await codes.redeem(change.trx, user.id, spend.code, at))) return false;
      // Thrown inside the transaction, so that a password that is too short does not cost the code.
      requireAcceptable(password, spend.minimum);
    }
    const row = { hash, temporary: false, changed_at: at };
    if (ifUnchangedSince) {
      const { numUpdatedRows } = await change.trx
        .updateTable('passwords')
        .set(row)
        .where('user_id', '=', user.id)
        .where(sql`date_trunc('milliseconds', changed_at)`, '=', ifUnchangedSince)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
    } else {
      await change.trx
        .insertInto('passwords')
        .values({ user_id: user.id, ...row })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
        .execute();
    }
    await endPasswordSecrets(change.trx, user.id);
    await withdrawInvitations(change.trx, user.id);
    // Somebody changes a password because others may know the old one, and what they read by it.
    await change.tell(secretsEnded, { user: user.id });
    // Whoever had to reset by mail may have lost more than a password.
    if (spend) {
      await forgetDevices(change.trx, user.id);
      await rememberDevice(change.trx, user.id, spend.newKey, at);
    }
    await endFamilies(change.trx, { user: user.id, except: keep }, 'password_changed', at);
    change.audit({ action: 'password.changed', targetType: 'user', targetId: user.id });
    // Somebody who replaces an admin's temporary password has just been told of that.
    if (!ifUnchangedSince) {
      const what = { kind: 'password.changed' } as const;
      const mail = { template: 'security', to: user.email, firstname: user.firstname, what } as const;
      change.announce({ kind: 'mail', mail });
    }
    change.announce({ kind: 'access.changed', user: user.id });
    return true;
  });
}

/** @throws password_policy where the password does not meet the policy of the person's organization */
export async function requirePolicy(
  { db }: Pick<Deps, 'db'>,
  { organization }: Pick<UserRow, 'organization'>,
  password: string,
): Promise<void> {
  const { settings } = await findOrganization(db, organization);
  requireAcceptable(password, settings.passwordMin);
}

export const samePassword = (): ApiError =>
  new ApiError('password_policy', { same: true }, { message: t('passwords.same') });
