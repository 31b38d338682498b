import type { z } from 'zod';
import type {
  Folder,
  folderCreate,
  folderCreateBatch,
  folderUpdate,
} from '#shared/documents/folders.schemas.ts';
import { clashKey, diskName, folderNameProblem } from '#shared/platform/files/names.ts';
import { FOLDER_DEPTH_MAX } from '#shared/platform/limits.ts';
import { type Actor, hasRole, ownAmong, requireOpen } from '../../../platform/actor.ts';
import type { Change, Executor } from '../../../platform/db/change.ts';
import type { Deps } from '../../../platform/deps.ts';
import { ApiError, notFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { canSeeLibrary } from '../../access/libraries.policy.ts';
import { lockLibraries } from '../../access/lock-libraries.ts';
import { holdsOverFolder, keepHoldsAfterMove } from '../../keeping/held.ts';
import { isPlaceTaken, leavePlaces, takePlaces } from '../faces/places.queries.ts';
import { loadLibrary } from '../records/library.queries.ts';
import { checkLabels } from '../records/record-drafts.ts';
import { t } from '../texts.ts';
import {
  createFolders,
  type FolderCreated,
  invalidName,
  invalidParent,
  nameTaken,
} from './create-folders.ts';
import { presentFolders, presentNew } from './folder-view.ts';
import {
  deleteFolder,
  type FolderRow,
  findFolder,
  findFolderLibrary,
  findParent,
  insertFolder,
  insertFolderTombstone,
  isFolderEmpty,
  updateFolder,
} from './folders.queries.ts';

export function createFoldersService(deps: Deps) {
  const { db, changes } = deps;

  async function lock(
    change: Change,
    caller: Actor,
    id: string,
  ): Promise<{ row: FolderRow; seq: number; actor: Actor }> {
    const found = await findFolderLibrary(change.trx, caller.organization, id);
    if (!found || !canSeeLibrary(caller, found.group_id)) throw notFound();
    const { seqs, actor } = await lockLibraries(change, caller, [found.group_id]);
    const row = await findFolder(change.trx, id);
    if (!row || !canSeeLibrary(actor, row.group_id)) throw notFound();
    requireOpen(actor, row.group_id);
    if (!hasRole(actor, row.group_id, 'upload')) throw new ApiError('forbidden');
    return { row, seq: seqs.get(row.group_id) ?? 0, actor };
  }

  return {
    /** All folders of a library, parents before children, in Spanish order. */
    async list(actor: Actor, group: string): Promise<Folder[]> {
      return presentFolders(db, actor, group);
    },

    create: (caller: Actor, body: z.output<typeof folderCreate>): Promise<Folder> =>
      changes.run(caller, async (change) => {
        const { seqs, actor } = await lockLibraries(change, caller, ownAmong(caller, [body.group]));
        // Loads the folders above the new one only: a tree of a thousand folders is made one by one.
        const library = await loadLibrary(
          change.trx,
          actor,
          body.group,
          body.parent === null ? [] : [body.parent],
        );
        requireOpen(actor, body.group);
        if (!library.roles.includes('upload')) throw new ApiError('forbidden');
        checkName(body.name);
        if (body.parent !== null && !library.folders.has(body.parent)) throw invalidParent();
        if (body.defaultLabels) checkLabels(library, body.defaultLabels);
        if (library.folders.size >= FOLDER_DEPTH_MAX) throw new ApiError('folder_depth');
        await requireFree(change, body.group, body.parent, body.name);
        const id = newId();
        const made = await insertFolder(change.trx, {
          id,
          organization: actor.organization,
          group_id: body.group,
          parent: body.parent,
          name: body.name,
          name_key: clashKey(body.name),
          default_labels: body.defaultLabels ?? null,
          seq: seqs.get(body.group) ?? 0,
          created_at: change.at,
        });
        await takePlaces(change.trx, id, body.group, body.parent, [body.name]);
        change.audit({
          action: 'folder.create',
          targetType: 'folder',
          targetId: id,
          after: { name: body.name, parent: body.parent },
        });
        change.announce({ kind: 'folder.changed', folder: id, group: body.group });
        return presentNew(library, made);
      }),

    /**
     * Makes many in one transaction, each in a folder that exists already. One that is refused does not stop the others.
     */
    createBatch: (
      caller: Actor,
      { group, items }: z.output<typeof folderCreateBatch>,
    ): Promise<FolderCreated[]> =>
      changes.run(caller, (change) => createFolders(change, caller, group, items)),

    /** Renames or moves it, in one transaction, with all that lies below. */
    update: (caller: Actor, id: string, body: z.output<typeof folderUpdate>): Promise<Folder> =>
      changes.run(caller, async (change) => {
        const { row, seq, actor } = await lock(change, caller, id);
        if (body.rev !== undefined && body.rev !== row.rev) throw new ApiError('rev_changed');
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
        change.announce({ kind: 'folder.changed', folder: id, group: row.group_id });
        return one(await presentFolders(change.trx, actor, row.group_id), id);
      }),

    /** Deletes an empty folder. */
    remove: (caller: Actor, id: string): Promise<void> =>
      changes.run(caller, async (change) => {
        const { row, seq, actor } = await lock(change, caller, id);
        // Check holds before looking at the contents: what lies in the bin keeps its folder only while the folder
        // exists.
        if ((await holdsOverFolder(change, actor, id)).length > 0) {
          throw new ApiError('held', undefined, {
            message: t('folders.held'),
          });
        }
        if (!(await isFolderEmpty(change.trx, id))) throw new ApiError('not_empty');
        // What lies in the bin does not keep a folder from being deleted. It is restored to the library's root.
        await deleteFolder(change.trx, id);
        await leavePlaces(change.trx, id);
        await insertFolderTombstone(change.trx, row, seq, change.at);
        change.audit({
          action: 'folder.delete',
          targetType: 'folder',
          targetId: id,
          before: { name: row.name, parent: row.parent },
        });
        change.announce({ kind: 'folder.changed', folder: id, group: row.group_id });
      }),
  };
}

function checkName(name: string): void {
  if (folderNameProblem(name)) throw invalidName();
}

/** The name that a change leaves. A desktop that moves a folder gives its name on disks, which is no new name for people. */
function nameAfter(row: FolderRow, wanted: string | undefined, parent: string | null): string {
  const isMoveOnDisk = parent !== row.parent && wanted === diskName(row.name);
  return wanted === undefined || isMoveOnDisk ? row.name : wanted;
}

async function requireFree(
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

function one(folders: readonly Folder[], id: string): Folder {
  const found = folders.find((folder) => folder._id === id);
  if (!found) throw notFound();
  return found;
}
