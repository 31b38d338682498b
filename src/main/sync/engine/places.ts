import type { Matched } from '../planner/matched.ts';
import { baseName } from '../planner/trees.ts';
import type { BlockedItem, JournalContent } from '../ports/journal.ts';

/** The path that a server node has, or would have, below the sync root. */
export function placeOf(
  { libraries, remote, synced }: Pick<JournalContent, 'libraries' | 'remote' | 'synced'>,
  id: string,
): string {
  const names: string[] = [];
  const seen = new Set<string>();
  // A cycle of folders, which our server excludes, must not make the engine hang.
  for (let at = id; !seen.has(at); ) {
    seen.add(at);
    const node = remote.get(at) ?? synced.get(at);
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
