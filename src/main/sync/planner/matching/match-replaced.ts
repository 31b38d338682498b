import type { LocalEntry, SyncedNode } from '../trees.ts';
import type { Matching } from './matching.ts';

/** Finds nodes that another file has taken the place of: a program saved it. */

/** The file in its place, unless that is another document or was put there much later. */
export function replaced(
  matching: Matching,
  node: SyncedNode,
  expected: string | undefined,
): LocalEntry | undefined {
  const entry = matching.at(node, expected);
  // It is another node, which was not looked for yet, or lay there already while this one was elsewhere.
  if (
    entry &&
    (matching.isSynced(entry.identity) || matching.options.others?.get(node.id) === entry.identity)
  )
    return undefined;
  // Deleted, and made anew much later: the same document only where its bytes are equal.
  return entry && (!matching.isLongGone(node) || matching.hasBytesOf(node, entry)) ? entry : undefined;
}

/** Moved while it was being sent, and then saved by another file in its new place. */
export function replacedWhereSeen(matching: Matching, node: SyncedNode): LocalEntry | undefined {
  return replaced(matching, node, matching.options.seenAt?.get(node.identity));
}

/** Saved by another file whose name differs from its own only in case, or in how its accents are written. */
export function replacedInOtherCase(
  matching: Matching,
  node: SyncedNode,
  expected: string | undefined,
): LocalEntry | undefined {
  if (expected === undefined) return undefined;
  const free = matching.indexes
    .atPlace(expected)
    .filter(({ path, identity }) => matching.at(node, path) && !matching.isSynced(identity));
  return free.length === 1 ? replaced(matching, node, free[0]?.path) : undefined;
}
