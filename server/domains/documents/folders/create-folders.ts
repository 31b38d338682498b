import { clashKey, folderNameProblem } from '#shared/platform/files/names.ts';
import { FOLDER_DEPTH_MAX } from '#shared/platform/limits.ts';
import { type Actor, ownAmong, requireOpen } from '../../../platform/actor.ts';
import type { Change } from '../../../platform/db/change.ts';
import { ApiError, invalid } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { lockLibraries } from '../../access/lock-libraries.ts';
import { takeFreePlaces } from '../faces/places.queries.ts';
import { type Library, loadLibrary } from '../records/library.queries.ts';
import { t } from '../texts.ts';
import { insertFolders } from './folders.queries.ts';

export interface NewFolder {
  readonly parent: string | null;
  readonly name: string;
}

export type FolderCreated =
  | { ok: true; folder: string }
  | { ok: false; error: ReturnType<ApiError['body']>['error'] };

/**
 * Makes folders of one library in one transaction, with one change of the library's seq. Each must lie in a folder that
 * exists already. Made one by one, each would cost about twenty statements. An item that is refused does not stop the
 * others.
 * @throws not_found, archived, forbidden, disabled for all of them
 */
export async function createFolders(
  change: Change,
  caller: Actor,
  group: string,
  items: readonly NewFolder[],
): Promise<FolderCreated[]> {
  const { seqs, actor } = await lockLibraries(change, caller, ownAmong(caller, [group]));
  const parents = [...new Set(items.flatMap(({ parent }) => parent ?? []))];
  const library = await loadLibrary(change.trx, actor, group, parents);
  requireOpen(actor, group);
  if (!library.roles.includes('upload')) throw new ApiError('forbidden');
  const results: FolderCreated[] = [];
  const good: { at: number; node: string; folder: string | null; name: string }[] = [];
  for (const [at, { parent, name }] of items.entries()) {
    const error = problemOf(library, parent, name);
    if (error) results[at] = { ok: false, error: error.body().error };
    else good.push({ at, node: newId(), folder: parent, name });
  }
  const placed = good.length > 0 ? await takeFreePlaces(change.trx, group, good) : new Set<string>();
  const made = good.filter(({ node }) => placed.has(node));
  for (const { at, node } of good)
    results[at] = placed.has(node)
      ? { ok: true, folder: node }
      : { ok: false, error: nameTaken().body().error };
  if (made.length > 0) await write(change, actor, group, seqs.get(group) ?? 0, made);
  return results;
}

async function write(
  change: Change,
  actor: Actor,
  group: string,
  seq: number,
  made: readonly { readonly node: string; readonly folder: string | null; readonly name: string }[],
): Promise<void> {
  await insertFolders(
    change.trx,
    made.map(({ node, folder, name }) => ({
      id: node,
      organization: actor.organization,
      group_id: group,
      parent: folder,
      name,
      name_key: clashKey(name),
      default_labels: null,
      seq,
      created_at: change.at,
    })),
  );
  for (const { node, folder, name } of made) {
    change.audit({
      action: 'folder.create',
      targetType: 'folder',
      targetId: node,
      after: { name, parent: folder },
    });
    change.announce({ kind: 'folder.changed', folder: node, group });
  }
}

/** Why the call for one folder would refuse it, apart from a name that is taken. */
function problemOf(library: Library, parent: string | null, name: string): ApiError | null {
  if (folderNameProblem(name)) return invalidName();
  if (parent !== null && !library.folders.has(parent)) return invalidParent();
  return depthOf(library, parent) >= FOLDER_DEPTH_MAX ? new ApiError('folder_depth') : null;
}

function depthOf(library: Library, folder: string | null): number {
  let depth = 0;
  for (let at = folder; at !== null && depth <= FOLDER_DEPTH_MAX; depth += 1)
    at = library.folders.get(at)?.parent ?? null;
  return depth;
}

export const invalidName = (): ApiError => invalid('name', t('folders.name'));

export const invalidParent = (): ApiError => invalid('parent', t('folders.parent'));

export const nameTaken = (): ApiError => new ApiError('name_taken', { name: t('folders.taken') });
