import type { PlanDraft } from './plan-draft.ts';
import type { RemoteNode, SyncedNode } from './trees.ts';

/**
 * Decides for a node that its person removed from this computer. Its old place stays, so that a file or folder which is
 * put back there is recognized. It is known by its place on the server where the old one is no longer its own: the
 * folder was deleted, or something else has its name.
 */
export function planStopped(draft: PlanDraft, remote: RemoteNode, synced: SyncedNode): void {
  const { libraries } = draft.options;
  const isKnown = (folder: string) => libraries.has(folder) || draft.synced.has(folder);
  const hasFolder = libraries.has(synced.parent) || draft.remote.has(synced.parent);
  if (hasFolder && !draft.isTakenByOther(remote.id, synced)) return;
  const { id, library, parent, name } = remote;
  if (isKnown(parent)) {
    const path = draft.remotePath(remote);
    // What lies there is not this node, and gets another name first.
    if (path === undefined || !draft.occupant(path)) draft.add({ kind: 'follow', id, library, parent, name });
  } else if (draft.closed.has(parent)) {
    draft.add({ kind: 'forget', id });
  }
}
