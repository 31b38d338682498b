import type { RemoteNode, SyncedNode } from '../trees.ts';
import type { PlanDraft } from './plan-draft.ts';

/**
 * Decides for a node that its person removed from this computer. Its old place stays, so that a file or folder which is
 * put back there is recognized. It is known by its place on the server where the old one is no longer its own (the folder
 * was deleted, has left this computer, or something else has its name), and where its person has a folder of its new name.
 */
export function planStopped(draft: PlanDraft, remote: RemoteNode, synced: SyncedNode): void {
  const { libraries } = draft.options;
  const isKnown = (folder: string) => libraries.has(folder) || draft.synced.has(folder);
  const hasFolder =
    libraries.has(synced.parent) || (isKnown(synced.parent) && draft.remote.has(synced.parent));
  const { id, library, parent, name } = remote;
  const path = isKnown(parent) ? draft.remotePath(remote) : undefined;
  const there = path === undefined ? undefined : draft.occupant(path);
  const isElsewhere = synced.parent !== parent || synced.name !== name;
  // Its person made a folder of its new name: both become one, as anywhere else.
  const isMadeAgain =
    isElsewhere &&
    remote.kind === 'folder' &&
    there?.kind === 'folder' &&
    draft.idAt(there.path) === undefined;
  if (hasFolder && !isMadeAgain && !draft.isTakenByOther(id, synced)) return;
  if (isKnown(parent)) {
    // What lies there could be taken for this node, and gets another name first.
    const isLikeIt = there !== undefined && (there.kind === 'folder') === (remote.kind === 'folder');
    if (isMadeAgain || !isLikeIt) follow(draft, { id, library, parent, name });
  } else if (draft.closed.has(parent)) {
    draft.add({ kind: 'forget', id });
  }
}

/**
 * Gives a node its place on the server. Where that is in a folder which lay in this one here, that folder leaves first, and
 * the node's turn comes with the next plan: otherwise both would lie in each other.
 */
function follow(
  draft: PlanDraft,
  { id, library, parent, name }: Pick<RemoteNode, 'id' | 'library' | 'parent' | 'name'>,
): void {
  const at = childAbove(draft, parent, id);
  if (!at) {
    draft.add({ kind: 'follow', id, library, parent, name });
    return;
  }
  const inside = draft.remote.get(at.id);
  const isOut = inside !== undefined && inside.parent !== id;
  if (isOut && at.stopped) follow(draft, inside);
}

/** Of the folders above `start` as they were agreed, and itself, the one that lies directly in `folder`. */
function childAbove({ synced }: PlanDraft, start: string, folder: string): SyncedNode | undefined {
  // A journal of an earlier version may have folders that lie in each other.
  const seen = new Set<string>();
  for (let at = synced.get(start); at && !seen.has(at.id); at = synced.get(at.parent)) {
    if (at.parent === folder) return at;
    seen.add(at.id);
  }
  return undefined;
}
