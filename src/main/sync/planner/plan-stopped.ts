import type { PlanDraft } from './plan-draft.ts';
import type { RemoteNode, SyncedNode } from './trees.ts';

/**
 * Decides for a node that its person removed from this computer, where the folder that it lay in was deleted on the
 * server: what was moved out of that folder first is known by its new place. Elsewhere the old place stays, so that a
 * file which is put back there is recognized.
 */
export function planStopped(draft: PlanDraft, remote: RemoteNode, synced: SyncedNode): void {
  const { libraries } = draft.options;
  const isKnown = (folder: string) => libraries.has(folder) || draft.synced.has(folder);
  if (libraries.has(synced.parent) || draft.remote.has(synced.parent)) return;
  const { id, library, parent, name } = remote;
  if (isKnown(parent)) {
    const path = draft.remotePath(remote);
    // What lies there is not this node, and gets another name first.
    if (path === undefined || !draft.occupant(path)) draft.add({ kind: 'follow', id, library, parent, name });
  } else if (draft.closed.has(parent)) {
    draft.add({ kind: 'forget', id });
  }
}
