import { diskName, uniqueDiskName } from '#shared/platform/files/names.ts';
import { FOLDER_DEPTH_MAX } from '#shared/platform/limits.ts';
import { joinPath, type LocalEntry, parentPath } from '../trees.ts';
import { mayMove } from './moving-across.ts';
import type { PlanDraft } from './plan-draft.ts';
import { willBeFree, willBeLeft } from './plan-waiting.ts';
import type { ServerPlace } from './server-place.ts';

/** Folders on this computer that the server does not have yet, and gets. */

/**
 * Makes the folders that the server does not know yet, all levels in one batch; several files in one need one call. Only
 * the outermost can meet something on the server, where all others are to lie in a folder that is empty there. Where
 * something else has its name, the local folder gets another one first, and nothing below it is made in this batch.
 */
export function createMissing(draft: PlanDraft, home: ServerPlace): void {
  const [name] = home.missing;
  const { libraryId: library, parent, outermost: path } = home;
  if (name === undefined) return;
  if (willBeLeft(draft, parent, name)) {
    draft.unsettled = true;
    return;
  }
  const there = draft.remoteAt(parent, diskName(name));
  const entry = there && draft.matched.entryOf.get(there.id);
  if (there && entry?.path.startsWith(`${path}/`) && mayMove(draft, there)) {
    // What has its name on the server was put into it: that one leaves the name first, and gets it back inside.
    const aside = uniqueDiskName(name, { has: (key) => draft.isTakenRemotely(parent, key) });
    draft.add(
      { kind: 'move remote', id: there.id, path: entry.path, library, parent, name: aside },
      entry.path,
    );
  } else if (there) {
    draft.add({ kind: 'set aside', path, as: 'new file', recordId: undefined }, path);
  } else if (create(draft, library, path, parent)) {
    createBelow(draft, home);
  }
}

/**
 * The levels below the outermost. A later plan decides for those that the server would refuse for their depth, which is
 * then said of the outermost of them, and where two names differ only in their spelling: the server takes one of both,
 * and what it knows already comes first.
 */
function createBelow(draft: PlanDraft, { libraryId, parent, outermost, missing }: ServerPlace): void {
  const room = Math.max(0, FOLDER_DEPTH_MAX - draft.above(parent).length);
  let path = outermost;
  for (const name of missing.slice(1, room)) {
    path = joinPath(path, name);
    if (draft.makesFolder(path)) continue;
    if (draft.occupant(path, draft.local.get(path)) || !create(draft, libraryId, path, undefined)) return;
  }
}

/** Whether this plan makes the folder, now or for another file in it. */
function create(draft: PlanDraft, library: string, path: string, parent: string | undefined): boolean {
  const folder = draft.local.get(path);
  if (folder?.kind !== 'folder') return false;
  const { name, identity } = folder;
  // Of two names that are one on disks (`Maipo Ltda.` and `Maipo Ltda`), the server takes one: the other's turn comes later.
  const onDisks = joinPath(parentPath(path), diskName(name));
  const paths = onDisks === path ? [path] : [path, onDisks];
  const isAdded = draft.add({ kind: 'create folder', library, path, parent, name, identity }, ...paths);
  return isAdded || draft.makesFolder(path);
}

/** Lets another folder, in the library where it lies now, take its place. */
export function rehome(
  draft: PlanDraft,
  id: string,
  { path, name }: LocalEntry,
  library: string,
  parent: string,
): void {
  if (willBeFree(draft, parent, name)) {
    draft.unsettled = true;
    return;
  }
  const there = draft.remoteAt(parent, diskName(name));
  const isFree = there?.kind === 'folder' && !draft.synced.has(there.id);
  if (there && !isFree) draft.add({ kind: 'set aside', path, as: 'new file', recordId: undefined }, path);
  else draft.add({ kind: 'rehome folder', id, path, library, parent, name, existing: there?.id }, path);
}
