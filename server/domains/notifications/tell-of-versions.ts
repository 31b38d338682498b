import type { Actor } from '../../platform/actor.ts';
import type { Change } from '../../platform/db/change.ts';
import { follow } from '../../platform/db/change.ts';
import { type ConfirmedVersion, versionsConfirmed } from '../documents/documents.hooks.ts';
import { roleHolders } from '../documents/faces/audience.queries.ts';
import { type Notice, notify } from './notify.ts';

/**
 * People are told of versions that became ready. A sync upload makes exactly one review request per version for the
 * person whose desktop it was, mailed (docs/protocols/sync.md, specification §7); none for a conflict version.
 */
async function tellOfVersions(
  change: Change,
  { actor, confirmed }: { readonly actor: Actor; readonly confirmed: readonly ConfirmedVersion[] },
): Promise<void> {
  const holders = new Map<string, readonly string[]>();
  for (const { record } of confirmed) {
    const group = record.group_id;
    if (!holders.has(group)) holders.set(group, await roleHolders(change.trx, group, 'review'));
  }
  const notices = confirmed.flatMap((each) =>
    noticesOf(each, actor, holders.get(each.record.group_id) ?? []),
  );
  if (notices.length > 0) await notify(change, actor, notices);
}

function noticesOf(
  { record, face, version, outcome, first, currentBy }: ConfirmedVersion,
  actor: Actor,
  holders: readonly string[],
): Notice[] {
  const about = { record: record.id, version: version.id };
  if (outcome === 'conflict') {
    // The same bytes as what is current: nobody has to choose between them.
    if (version.settled) return [];
    const both = [version.created_by, ...(currentBy ? [currentBy] : [])];
    return [{ ...about, type: 'RECORD.CONFLICT', to: both, includeActor: true }];
  }
  const notices: Notice[] = [];
  // Who is asked to write it is told so, and not once more that it is there.
  const invited = first && version.origin === 'collab' ? face.authors : [];
  if (invited.length > 0) notices.push({ ...about, type: 'RECORD.COLLABORATION', to: invited });
  const to = holders.filter((holder) => !invited.includes(holder));
  if (first) notices.push({ ...about, type: 'RECORD.CREATED', state: version.state, to });
  if (version.origin !== 'sync') return notices;
  notices.push({ ...about, type: 'RECORD.REVIEW.REQUEST', to: [actor.user], includeActor: true });
  // Of a new record the review holders are told already.
  // Who saves every few minutes must not mail them every few minutes.
  if (!first) notices.push({ ...about, type: 'RECORD.REVIEW.REQUEST', to: holders, mailedApart: true });
  return notices;
}

export const notificationsFollowers = [follow(versionsConfirmed, tellOfVersions)];
