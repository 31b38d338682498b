import type { Change, Changes } from '../../platform/db/change.ts';
import type { Database } from '../../platform/db/client.ts';
import { listUserIds } from './accounts.queries.ts';
import { secretsEnded } from './identity.hooks.ts';
import { endPasswordSecrets } from './passwords/access-links.ts';
import { endFamilies } from './tokens/refresh-tokens.ts';

/**
 * Ends all sessions of a person but one, with the links that they made, and their secret calendar address.
 * @returns how many sessions
 */
export async function endSessionsOf(change: Change, user: string, except: string | null): Promise<number> {
  await change.tell(secretsEnded, { user });
  const ended = await endFamilies(change.trx, { user, except }, 'ended', change.at);
  if (ended === 0) return 0;
  change.audit({ action: 'sessions.ended', targetType: 'user', targetId: user, after: { ended } });
  change.announce({ kind: 'access.changed', user });
  return ended;
}

/**
 * Ends all sessions of everybody, or of whoever has this e-mail, with their links, calendar addresses, mailed codes and access links
 * (`npm run sessions:end`): a restored backup makes those of its day valid again. The audit events have no actor. Each
 * person's end in a transaction of its own, so a run that was interrupted is repeated.
 * @returns how many people there are and how many sessions were ended; null where nobody has that e-mail
 */
export async function endAllSessions(
  { db, changes }: Pick<Database, 'db'> & { readonly changes: Changes },
  who: { readonly email: string } | 'all',
): Promise<{ people: number; sessions: number } | null> {
  const users = await listUserIds(db, who);
  if (who !== 'all' && users.length === 0) return null;
  let sessions = 0;
  for (const { id, organization } of users)
    sessions += await changes.run({ organization, user: null, ip: null }, async (change) => {
      await endPasswordSecrets(change.trx, id);
      return endSessionsOf(change, id, null);
    });
  return { people: users.length, sessions };
}
