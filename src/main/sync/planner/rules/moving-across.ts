import type { RemoteNode } from '../trees.ts';
import type { PlanDraft } from './plan-draft.ts';

/**
 * Folders that their person moved to another library. The server moves documents from one library to another, but no
 * folders: another folder takes the place of this one there, its documents are moved into it one by one and keep their
 * history, and the folder that is left empty is deleted on the server (`planLeft`).
 */

/** Whether the server cannot move it there by itself. */
export const isAcross = (remote: RemoteNode, library: string): boolean =>
  remote.kind === 'folder' && remote.library !== library;

/** Whether this person may move it to another place. */
export function mayMove(draft: PlanDraft, remote: RemoteNode): boolean {
  const canUpload = draft.options.libraries.get(remote.library)?.canUpload === true;
  return canUpload && (remote.kind === 'folder' || remote.writable);
}

/** Whether everything in a folder that is on this computer may be moved: half of a folder would help nobody. */
export function mayMoveAll(draft: PlanDraft, folder: string): boolean {
  for (const node of draft.remote.values()) {
    const isHere = node.kind === 'record' && draft.matched.entryOf.has(node.id);
    if (isHere && !mayMove(draft, node) && draft.above(node.id).includes(folder)) return false;
  }
  return true;
}
