import type { Change } from '../../../platform/db/change.ts';
import type { Pool } from '../identity.ts';
import type { Factor } from '../second-factor/second-factor.ts';

/**
 * Spends a second-step code in the change that needs it. Somebody whose recovery code is used is told by mail.
 * @throws bad_code
 */
export async function spendCode(
  change: Change,
  pool: Pick<Pool, 'secondFactor'>,
  user: { readonly id: string; readonly email: string; readonly firstname: string },
  code: string,
): Promise<Factor> {
  const factor = await pool.secondFactor.spend(change.trx, user.id, code, change.at);
  if (factor === 'totp') return factor;
  const left = (await pool.secondFactor.stateOf(change.trx, user.id))?.recoveryCodes ?? 0;
  change.audit({ action: 'totp.recovery_used', targetType: 'user', targetId: user.id, after: { left } });
  change.announce({
    kind: 'mail',
    mail: {
      template: 'security',
      to: user.email,
      firstname: user.firstname,
      what: { kind: 'recovery.used', left },
    },
  });
  return factor;
}
