import type { z } from 'zod';
import type {
  Folder,
  folderCreate,
  folderCreateBatch,
  folderUpdate,
} from '#shared/documents/folders.schemas.ts';
import { clashKey } from '#shared/platform/files/names.ts';
import { FOLDER_DEPTH_MAX } from '#shared/platform/limits.ts';
import { type Actor, hasRole, ownAmong, requireOpen } from '../../../platform/actor.ts';
import type { Change } from '../../../platform/db/change.ts';
import type { Deps } from '../../../platform/deps.ts';
import { ApiError, notFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { canSeeLibrary } from '../../access/libraries.policy.ts';
import { lockLibraries } from '../../access/lock-libraries.ts';
import { holdsOverFolder } from '../../keeping/held.ts';
import { folderDeleted } from '../documents.hooks.ts';
import { leavePlaces, takePlaces } from '../faces/places.queries.ts';
import { loadLibrary } from '../records/library.queries.ts';
import { checkLabels } from '../records/record-drafts.ts';
import { t } from '../texts.ts';
import { changeFolder, checkName, requireFree } from './change-folder.ts';
import { createFolders, type FolderCreated, invalidParent } from './create-folders.ts';
import { presentFolders, presentNew } from './folder-view.ts';
import {
  deleteFolder,
  type FolderRow,
  findFolder,
  findFolderLibrary,
  insertFolder,
  insertFolderTombstone,
  isFolderEmpty,
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
        await changeFolder(change, actor, { row, seq }, body);
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
        await change.tell(folderDeleted, { folder: id });
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

function one(folders: readonly Folder[], id: string): Folder {
  const found = folders.find((folder) => folder._id === id);
  if (!found) throw notFound();
  return found;
}
