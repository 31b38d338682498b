import type { LibraryRole } from '#shared/access/roles.ts';
import { STATE } from '#shared/access/states.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Change } from '../../platform/db/change.ts';
import { follow } from '../../platform/db/change.ts';
import { lookup } from '../access/names.queries.ts';
import {
  type ConfirmedVersion,
  type PlacedRecord,
  recordPlaced,
  versionsConfirmed,
} from '../documents/documents.hooks.ts';
import { roleHolders } from '../documents/faces/audience.queries.ts';
import { dismissOlder } from './dismissals.queries.ts';
import { followersOfItself } from './follows/follows.queries.ts';
import { type Notice, notify } from './notify.ts';
import { t } from './texts.ts';

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
    const publishes = first && version.origin !== 'sync' && version.state === STATE.pendingPublication;
    const asked = publishes ? await holders(record.group_id, 'publish') : [];
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
  // Nor is whoever is asked to publish it (reviews.followers.ts).
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

/**
 * Tells those who follow the very document that it is elsewhere, in the bin, or out of it. Who follows its folder or
 * library is not told: two hundred files that are put in order would be two hundred notices.
 */
async function tellOfPlace(
  change: Change,
  { actor, record, by, group, folder }: PlacedRecord,
): Promise<void> {
  const to = await followersOfItself(change.trx, record);
  if (to.length === 0) return;
  const type = by === 'deletion' ? 'RECORD.DELETED' : 'RECORD.MOVED';
  const notice = { type, record, version: null, to } as const;
  const comment = by === 'deletion' ? '' : await placeText(change, by, group, folder);
  const told = await notify(change, actor, [{ ...notice, comment }]);
  // The newest says where it is now. What was deleted and restored within a moment is one notice.
  await dismissOlder(
    change.trx,
    told.map(({ notification }) => notification),
    ['RECORD.MOVED', 'RECORD.DELETED'],
    change.at,
  );
}

async function placeText(
  change: Change,
  by: 'move' | 'restoration',
  group: string,
  folder: string | null,
): Promise<string> {
  const names = await lookup(change.trx, { groups: [group], folders: [folder] });
  const path = folder === null ? undefined : names.folders.get(folder)?.path;
  const place = [names.groups.get(group)?.name, path].filter(Boolean).join(' / ');
  return t(by === 'move' ? 'place.moved' : 'place.restored', { place });
}

export const notificationsFollowers = [
  follow(versionsConfirmed, tellOfVersions),
  follow(recordPlaced, tellOfPlace),
];
