import type { z } from 'zod';
import type { folderUpdate } from '#shared/documents/folders.schemas.ts';
import { clashKey, diskName, folderNameProblem } from '#shared/platform/files/names.ts';
import { FOLDER_DEPTH_MAX } from '#shared/platform/limits.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Change, Executor } from '../../../platform/db/change.ts';
import { ApiError } from '../../../platform/errors.ts';
import { holdsOverFolder, keepHoldsAfterMove } from '../../keeping/held.ts';
import { folderRenamed } from '../documents.hooks.ts';
import { isPlaceTaken, takePlaces } from '../faces/places.queries.ts';
import { loadLibrary } from '../records/library.queries.ts';
import { checkLabels } from '../records/record-drafts.ts';
import { t } from '../texts.ts';
import { invalidName, invalidParent, nameTaken } from './create-folders.ts';
import { type FolderRow, findParent, updateFolder } from './folders.queries.ts';

/**
 * Renames or moves a folder, or sets its labels. The change holds the lock of its library, and the actor may upload
 * there.
 * @param locked.seq the library's seq in this change
 * @throws invalid, name_taken, folder_depth, folder_cycle, label_not_assignable
 */
export async function changeFolder(
  change: Change,
  actor: Actor,
  { row, seq }: { readonly row: FolderRow; readonly seq: number },
  body: z.output<typeof folderUpdate>,
): Promise<void> {
  const { id } = row;
  const library = await loadLibrary(change.trx, actor, row.group_id);
  const parent = body.parent === undefined ? row.parent : body.parent;
  const name = nameAfter(row, body.name, parent);
  if (body.name !== undefined) checkName(name);
  if (body.defaultLabels) checkLabels(library, body.defaultLabels);
  if (parent !== row.parent) await checkNewParent(change, library.folders, id, parent);
  await requireFree(change, row.group_id, parent, name, id);
  const holds = parent === row.parent ? [] : await holdsOverFolder(change, actor, id);
  await updateFolder(change.trx, id, {
    name,
    name_key: clashKey(name),
    parent,
    ...(body.defaultLabels === undefined ? {} : { default_labels: body.defaultLabels }),
    seq,
    rev: row.rev + 1,
  });
  await takePlaces(change.trx, id, row.group_id, parent, [name]);
  await keepHoldsAfterMove(change, actor, { folder: id }, holds);
  change.audit({
    action: 'folder.update',
    targetType: 'folder',
    targetId: id,
    before: { name: row.name, parent: row.parent, defaultLabels: row.default_labels },
    after: { name, parent, defaultLabels: body.defaultLabels ?? row.default_labels },
  });
  if (name !== row.name) await change.tell(folderRenamed, { folder: id });
  change.announce({ kind: 'folder.changed', folder: id, group: row.group_id });
}

export function checkName(name: string): void {
  if (folderNameProblem(name)) throw invalidName();
}

/** The name that a change leaves. A desktop that moves a folder gives its name on disks, which is no new name for people. */
function nameAfter(row: FolderRow, wanted: string | undefined, parent: string | null): string {
  const isMoveOnDisk = parent !== row.parent && wanted === diskName(row.name);
  return wanted === undefined || isMoveOnDisk ? row.name : wanted;
}

export async function requireFree(
  change: Change,
  group: string,
  parent: string | null,
  name: string,
  self?: string,
): Promise<void> {
  if (await isPlaceTaken(change.trx, group, parent, name, self)) {
    throw nameTaken();
  }
}

async function depthOf(executor: Executor, folder: string | null): Promise<number> {
  let depth = 0;
  for (let at = folder; at !== null && depth <= FOLDER_DEPTH_MAX; depth += 1) {
    at = await findParent(executor, at);
  }
  return depth;
}

/** Refuses a cycle, and a tree that would be deeper than the limit. */
async function checkNewParent(
  change: Change,
  folders: ReadonlyMap<string, { id: string; parent: string | null }>,
  id: string,
  parent: string | null,
): Promise<void> {
  if (parent !== null && !folders.has(parent)) throw invalidParent();
  for (let at = parent; at !== null; at = folders.get(at)?.parent ?? null) {
    if (at === id) throw new ApiError('folder_cycle', { parent: t('folders.cycle') });
  }
  const below = (at: string): number =>
    1 + Math.max(0, ...[...folders.values()].filter((row) => row.parent === at).map((row) => below(row.id)));
  if ((await depthOf(change.trx, parent)) + below(id) > FOLDER_DEPTH_MAX) throw new ApiError('folder_depth');
}
