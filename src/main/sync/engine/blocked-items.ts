import { blockedUnread } from '../local/unread.ts';
import type { BlockedItem } from '../ports/journal.ts';
import type { Round } from './comparison.ts';
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
    ...setbacks.blocked(scan.tree, isKnown, plan.batch),
  ];
  const listed = new Map<string, BlockedItem>();
  for (const item of all) {
    const place = ONE_REMEDY.has(item.reason) ? `${item.reason} ${item.path}` : `${item.reason} ${item.key}`;
    // Of the same place the one of a document says most: it has a link to it.
    if (!listed.get(place)?.recordId) listed.set(place, item);
  }
  return [...listed.values()];
}
