import { blockedUnread } from '../../local/unread.ts';
import type { BlockedItem } from '../../ports/journal.ts';
import type { Round } from '../comparing/comparison.ts';
import type { Memory } from '../comparing/memory.ts';
import { withPathHere } from '../places.ts';
import type { Setbacks } from './setbacks.ts';

/** Where several operations are blocked at one path for one of these, a person has one thing to do. */
const ONE_REMEDY: ReadonlySet<BlockedItem['reason']> = new Set(['locked', 'occupied']);

/** Everything that is blocked after a round of comparing, each thing that a person has to do once. */
export function blockedItems(
  { plan, scan, matched }: Pick<Round, 'plan' | 'scan' | 'matched'>,
  setbacks: Pick<Setbacks, 'blocked'>,
): readonly BlockedItem[] {
  const unread = new Set(scan.unread.map(({ path }) => path));
  const isKnown = (path: string) => matched.idOf.has(path);
  const all = [
    // A file that cannot be read is planned like one under a lock.
    ...plan.blocked.filter(({ reason, path }) => !(reason === 'locked' && unread.has(path))),
    ...scan.unread.map(blockedUnread),
    ...setbacks.blocked(scan.tree, isKnown, plan.batch).map((item) => withPathHere(item, matched)),
  ];
  const listed = new Map<string, BlockedItem>();
  for (const item of all) {
    const place = ONE_REMEDY.has(item.reason) ? `${item.reason} ${item.path}` : `${item.reason} ${item.key}`;
    // Of the same place the one of a document says most: it has a link to it.
    if (!listed.get(place)?.recordId) listed.set(place, item);
  }
  return [...listed.values()];
}

/** Removes notes of blocked files that are not on the disk any more, or that nothing blocks now. */
export function forgetOldBlocked(memory: Memory, { scan, plan }: Pick<Round, 'scan' | 'plan'>): void {
  const { blocked } = memory.content;
  if (blocked.size === 0) return;
  // Where a folder cannot be listed, its contents are unknown.
  if (scan.unread.some(({ kind }) => kind === 'folder')) return;
  const identities = new Set<string>();
  for (const entry of scan.tree.values()) identities.add(entry.identity);
  const listed = new Set(plan.blocked.map(({ key }) => key));
  const gone = [...blocked.values()].filter(({ key, reason }) => {
    // The folder is on the server again, or the person removed everything from it.
    if (reason === 'left-behind' && !listed.has(key)) return true;
    return reason !== 'conflict' && !identities.has(key);
  });
  memory.commit(gone.map(({ key }) => ({ type: 'unblocked', key })));
}
