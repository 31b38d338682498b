import type { Matched } from '../planner/matching/matched.ts';
import { baseName, type RemoteNode, type SyncedNode } from '../planner/trees.ts';
import type { BlockedItem, JournalContent } from '../ports/journal.ts';

type Trees = Pick<JournalContent, 'libraries' | 'remote' | 'synced'>;

/** The path that a server node has, or would have, below the sync root. */
export const placeOf = (trees: Trees, id: string): string =>
  pathBy(trees, id, (at) => trees.remote.get(at) ?? trees.synced.get(at));

/** The path that a node had below the sync root when both sides agreed last. */
export const agreedPlaceOf = (trees: Trees, id: string): string =>
  pathBy(trees, id, (at) => trees.synced.get(at) ?? trees.remote.get(at));

function pathBy(
  { libraries }: Trees,
  id: string,
  nodeOf: (id: string) => RemoteNode | SyncedNode | undefined,
): string {
  const names: string[] = [];
  const seen = new Set<string>();
  // A cycle of folders, which our server excludes, must not make the engine hang.
  for (let at = id; !seen.has(at); ) {
    seen.add(at);
    const node = nodeOf(at);
    if (!node) return [libraries.get(at)?.path ?? baseName(at), ...names].join('/');
    names.unshift(node.name);
    at = node.parent;
  }
  return names.join('/');
}

/** The item with the path where its document lies on this computer now: it may have moved since it was blocked. */
export function withPathHere<T extends Pick<BlockedItem, 'path' | 'recordId'>>(
  item: T,
  { entryOf }: Pick<Matched, 'entryOf'>,
): T {
  const path = entryOf.get(item.recordId ?? '')?.path;
  return path === undefined || path === item.path ? item : { ...item, path };
}
