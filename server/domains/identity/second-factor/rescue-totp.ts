import type { Changes } from '../../../platform/db/change.ts';
import type { Database } from '../../../platform/db/client.ts';
import { findAccount } from '../accounts.queries.ts';
import { removeSecondFactor } from './second-factor.ts';

/**
 * Turns the second step off for somebody who lost their phone and has no admin to ask (`npm run user:totp-reset`). They
 * are told by mail, and the audit event has no actor.
 * @returns what happened: nobody has that e-mail, no code was asked of them, or none is asked any more
 */
export async function rescueTotp(
  { db, changes }: Pick<Database, 'db'> & { readonly changes: Changes },
  email: string,
): Promise<'unknown' | 'off' | 'reset'> {
  const found = await findAccount(db, { email });
  if (!found) return 'unknown';
  return changes.run({ organization: found.organization, user: null, ip: null }, async (change) => {
    if (!(await removeSecondFactor(change.trx, found.id))) return 'off';
    change.audit({ action: 'totp.reset', targetType: 'user', targetId: found.id });
    change.announce({
      kind: 'mail',
      mail: {
        ...{ template: 'security', to: found.email, firstname: found.firstname },
        what: { kind: 'totp.reset' },
      },
    });
    change.announce({ kind: 'access.changed', user: found.id });
    return 'reset';
  });
}
