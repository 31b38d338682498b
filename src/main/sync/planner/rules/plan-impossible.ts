import { UPLOAD_LIMIT_BYTES } from '#shared/platform/limits.ts';
import type { RemoteNode } from '../trees.ts';
import type { PlanDraft } from './plan-draft.ts';

/**
 * Blocks what a server may name but a disk cannot hold: a folder in itself, a document in a document, more bytes than a
 * version can have. Our server never sends such a thing. Only that item is blocked.
 */
export function planImpossible(draft: PlanDraft): void {
  for (const node of draft.remote.values()) {
    const library = draft.options.libraries.get(node.library);
    if (!library || !isImpossible(draft, node)) continue;
    const entry = draft.matched.entryOf.get(node.id);
    const path = entry?.path ?? `${library.path}/${node.name}`;
    draft.block(node.id, 'impossible', path, node.kind === 'record' ? node.id : undefined);
  }
}

/** Whether a node cannot exist on a disk. Folders must have been planned before. */
export function isImpossible(draft: PlanDraft, node: RemoteNode): boolean {
  // It would take the place of that library.
  if (draft.options.libraries.has(node.id)) return true;
  if (node.kind === 'folder') return !draft.reached.has(node.id);
  return !draft.reached.has(node.parent) || node.version.size > UPLOAD_LIMIT_BYTES;
}
