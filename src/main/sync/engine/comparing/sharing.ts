import type { RemoteNode, SyncedNode } from '../../planner/trees.ts';
import type { JournalContent } from '../../ports/journal.ts';

/**
 * Makes nodes share equal strings. Parsed JSON has every id and hash as a new string, although a hundred thousand
 * documents have few different ones. The values stay equal and take half the memory.
 */

type Known = Pick<JournalContent, 'libraries' | 'remote'>;

/** A server node that shares the ids of its library and its folder. */
export function sharedRemote<N extends RemoteNode>(node: N, known: Known): N {
  return { ...node, ...place(node, known) };
}

/** A synced node that shares what is equal with the server's node. */
export function sharedSynced<N extends SyncedNode>(node: N, known: Known): N {
  const there = known.remote.get(node.id);
  if (!there) return { ...node, ...place(node, known) };
  const { library, parent, name } = node;
  const same = {
    id: there.id,
    library: like(library, there.library),
    parent: like(parent, there.parent),
    name: like(name, there.name),
  };
  if (node.kind !== 'record' || there.kind !== 'record') return { ...node, ...same };
  const { version } = there;
  return {
    ...node,
    ...same,
    versionId: like(node.versionId, version.id),
    sha256: like(node.sha256, version.sha256),
  };
}

function place({ library, parent }: RemoteNode | SyncedNode, known: Known) {
  const shared = known.libraries.get(library)?.id ?? library;
  return {
    library: shared,
    parent: parent === library ? shared : (known.remote.get(parent)?.id ?? parent),
  };
}

/** Returns `theirs` where both are equal. */
function like(mine: string, theirs: string): string {
  return mine === theirs ? theirs : mine;
}
