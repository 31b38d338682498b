import type { LibraryRole } from '#shared/access/roles.ts';
import { decidingRole } from '#shared/access/states.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Change } from '../../platform/db/change.ts';
import { follow } from '../../platform/db/change.ts';
import { type ConfirmedVersion, versionsConfirmed } from '../documents/documents.hooks.ts';
import { roleHolders } from '../documents/faces/audience.queries.ts';
import { type Notice, notify } from './notify.ts';

/**
 * Notifies people of versions that became ready. A sync upload makes exactly one review request for each version, to
 * the person whose desktop it was, and mails it; none for a conflict version (docs/protocols/sync.md, specification
 * §7).
 */
async function tellOfVersions(
  change: Change,
  { actor, confirmed }: { readonly actor: Actor; readonly confirmed: readonly ConfirmedVersion[] },
): Promise<void> {
  const known = new Map<string, readonly string[]>();
  const holders = async (group: string, role: LibraryRole): Promise<readonly string[]> => {
    const key = `${group} ${role}`;
    const found = known.get(key) ?? (await roleHolders(change.trx, group, role));
    known.set(key, found);
    return found;
  };
  const notices: Notice[] = [];
  for (const each of confirmed) {
    const { record, version, first } = each;
    const decides = first && version.origin !== 'sync' ? decidingRole(version.state) : undefined;
    const asked = decides ? await holders(record.group_id, decides) : [];
    notices.push(...noticesOf(each, actor, await holders(record.group_id, 'review'), asked));
  }
  if (notices.length > 0) await notify(change, actor, notices);
}

function noticesOf(
  { record, face, version, outcome, first, currentBy }: ConfirmedVersion,
  actor: Actor,
  holders: readonly string[],
  asked: readonly string[],
): Notice[] {
  const about = { record: record.id, version: version.id };
  if (outcome === 'conflict') {
    // It has the same bytes as the current version: there is nothing to choose.
    if (version.settled) return [];
    const both = [version.created_by, ...(currentBy ? [currentBy] : [])];
    return [{ ...about, type: 'RECORD.CONFLICT', to: both, includeActor: true }];
  }
  const notices: Notice[] = [];
  // Whoever is invited to write the document is not told of its creation as well.
  const invited = first && version.origin === 'collab' ? face.authors : [];
  if (invited.length > 0) notices.push({ ...about, type: 'RECORD.COLLABORATION', to: invited });
  // Nor is whoever is asked for the decision that it waits for (reviews.followers.ts).
  const toldApart = new Set([...invited, ...asked]);
  const to = holders.filter((holder) => !toldApart.has(holder));
  if (first) notices.push({ ...about, type: 'RECORD.CREATED', state: version.state, to, toldApart });
  // Only for those who follow it. Somebody who saves every few minutes would cause a mail to each of them every time.
  else notices.push({ ...about, type: 'RECORD.VERSION', to: [], gathered: true });
  if (version.origin !== 'sync') return notices;
  const request = { ...about, type: 'RECORD.REVIEW.REQUEST' } as const;
  notices.push({ ...request, to: [actor.user], includeActor: true });
  // For a new record the holders of review are told by RECORD.CREATED. Somebody who saves every few minutes would cause
  // a mail to each of them every few minutes.
  if (!first) notices.push({ ...request, to: holders, gathered: true });
  return notices;
}

export const notificationsFollowers = [follow(versionsConfirmed, tellOfVersions)];
