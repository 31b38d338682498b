import type { RemoteNode, SyncedNode } from '../planner/trees.ts';
import type { JournalContent } from '../ports/journal.ts';

/**
 * Nodes with their strings in common: what comes from JSON has every id and hash anew, and a hundred thousand documents
 * are told apart by few of them. Equal values, half the memory.
 */

type Known = Pick<JournalContent, 'libraries' | 'remote'>;

/** A node of the server that has its library's and its folder's ids in common with them. */
export function sharedRemote<N extends RemoteNode>(node: N, known: Known): N {
  return { ...node, ...place(node, known) };
}

/** A node that has in common with the server's what is the same there. */
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

/** `theirs` where it is the same. */
function like(mine: string, theirs: string): string {
  return mine === theirs ? theirs : mine;
}
