import { folderNameProblem, uniqueDiskName } from '#shared/platform/files/names.ts';
import type { LocalEntry, RemoteNode, SyncedNode } from '../trees.ts';
import { joinPath, parentPath } from '../trees.ts';
import { isAcross, mayMove, mayMoveAll } from './moving-across.ts';
import { createMissing, rehome } from './new-folders.ts';
import { closesCycle, leadsTo } from './plan-cycles.ts';
import type { PlanDraft } from './plan-draft.ts';
import { isLateSave } from './plan-late-saves.ts';
import { orderOf } from './plan-waiting.ts';
import { serverPlaceOf } from './server-place.ts';

/**
 * Plans names and places, the same way for folders and records. Where both sides moved a node, the server's place wins.
 * Returns whether the node stays where it is in this batch.
 */
export function planPlace(
  draft: PlanDraft,
  remote: RemoteNode,
  synced: SyncedNode,
  entry: LocalEntry,
): boolean {
  const localParent = draft.idAt(parentPath(entry.path));
  const here = localParent === synced.parent && entry.name === synced.name;
  const there = remote.parent === synced.parent && remote.name === synced.name;
  if (here && there) return true;
  if (localParent === remote.parent && entry.name === remote.name) {
    // Both sides made the same move, or the server applied ours.
    const place = { parent: remote.parent, name: remote.name };
    if (entry.kind === 'folder') {
      draft.add({ kind: 'adopt folder', id: remote.id, path: entry.path, place }, entry.path);
    } else {
      const { identity, stamp, sha256 = '' } = entry;
      const expected = { identity, stamp, sha256 };
      draft.add({ kind: 'adopt', id: remote.id, path: entry.path, expected, place }, entry.path);
    }
    return entry.kind === 'folder';
  }
  if (!there) return moveLocal(draft, remote, entry);
  return moveRemote(draft, remote, synced, entry, localParent);
}

/**
 * Whether others moved a node, or a folder above it, into a folder that this person removed from this computer or keeps
 * online only. It then leaves the disk, as if it had always been in there. What this person moved themselves stays
 * theirs, and so does what they keep here by their own choice.
 */
export function isSentAway(
  draft: PlanDraft,
  remote: RemoteNode,
  synced: SyncedNode,
  entry: LocalEntry,
): boolean {
  if (!draft.closed.has(remote.parent) || draft.options.onlineOnly.get(remote.id) === false) return false;
  if (remote.parent !== synced.parent) return true;
  return draft.idAt(parentPath(entry.path)) === synced.parent && entry.name === synced.name;
}

function moveLocal(
  draft: PlanDraft,
  target: { readonly id: string; readonly parent: string; readonly name: string },
  entry: LocalEntry,
  refused?: 'forbidden',
): boolean {
  if (entry.kind === 'file' && entry.locked) {
    draft.block(target.id, 'locked', entry.path, target.id);
    return true;
  }
  if (isSavedIn(draft, target.id)) {
    draft.unsettled = true;
    return true;
  }
  const to = draft.remotePath(target);
  // Its folder does not exist yet, or is kept online only: it moves once that is decided.
  if (to === undefined || to === entry.path) return true;
  // Into itself: the folders between leave it first, or are put back there.
  if (to.startsWith(`${entry.path}/`)) return true;
  if (draft.isObstructed(to)) {
    draft.block(target.id, 'occupied', to, target.id);
    return true;
  }
  const occupant = draft.occupant(to, entry);
  // The same file under both names is a move that a crash cut in two: it is finished.
  if (!occupant || occupant.identity === entry.identity) {
    const why = refused ? { refused } : {};
    draft.add({ kind: 'move local', id: target.id, from: entry.path, to, ...why }, entry.path, to);
    return false;
  }
  const other = draft.idAt(occupant.path);
  if (other === undefined) {
    setAsideOccupant(draft, occupant, target.id);
  } else if (closesCycle(draft, target.id, other)) {
    moveOutOfTheWay(draft, target.id, entry);
  } else if (entry.path.startsWith(`${occupant.path}/`) && waitsFor(draft, other, target.id)) {
    // It is to have the name of the folder that it lies in: each would wait for the other.
    moveOutOfTheWay(draft, other, occupant);
  } else if (!draft.remote.has(other) && leadsTo(draft, other, target.id)) {
    // A folder that was deleted on the server goes once it is empty, and what is in it waits for this one.
    moveOutOfTheWay(draft, other, occupant);
  } else if (!willLeave(draft, other)) {
    draft.block(target.id, 'occupied', to, target.id);
    return true;
  }
  return false;
}

/** Whether a folder goes only after another one has left it: it was deleted on the server, or lies in that one there. */
const waitsFor = (draft: PlanDraft, folder: string, other: string): boolean =>
  !draft.remote.has(folder) || draft.above(folder).includes(other);

/**
 * Whether a program saves a document in this folder at this moment: it goes on under the path that it knows, and would make
 * the folder anew, or fail.
 */
function isSavedIn(draft: PlanDraft, folder: string): boolean {
  for (const id of draft.matched.saving) if (draft.above(id).includes(folder)) return true;
  return false;
}

/** Gives a node another name where it lies, so that what it waits for can come first. */
export function moveOutOfTheWay(draft: PlanDraft, id: string, entry: LocalEntry): void {
  if (entry.kind === 'file' && entry.locked) {
    draft.block(id, 'locked', entry.path, id);
    return;
  }
  if (isSavedIn(draft, id)) {
    draft.unsettled = true;
    return;
  }
  const folder = parentPath(entry.path);
  const parked = joinPath(folder, uniqueDiskName(entry.name, draft.takenIn(folder)));
  draft.add({ kind: 'move local', id, from: entry.path, to: parked }, entry.path, parked);
}

/**
 * An unknown file lies where a server node belongs: it gets another name, and is a new file there. A copy that keeps
 * refused work stays one.
 */
export function setAsideOccupant(draft: PlanDraft, occupant: LocalEntry, recordId: string | undefined): void {
  if (occupant.kind === 'file') {
    if (occupant.locked) {
      draft.block(occupant.identity, 'locked', occupant.path, recordId);
      return;
    }
    if (!occupant.settled) {
      draft.unsettled = true;
      return;
    }
    if (isLateSave(draft, occupant)) {
      draft.unsettled = true;
      return;
    }
  }
  const as = draft.options.blocked.get(occupant.identity)?.reason === 'copy' ? 'copy' : 'new file';
  draft.add({ kind: 'set aside', path: occupant.path, as, recordId }, occupant.path);
}

/** Whether the node in the way is about to leave, so that waiting helps. */
export function willLeave(draft: PlanDraft, id: string): boolean {
  const remote = draft.remote.get(id);
  const entry = draft.matched.entryOf.get(id);
  if (!entry) return true;
  if (!remote) {
    // Gone from a server that was restored: it stays until its person decides.
    const synced = draft.synced.get(id);
    return synced?.kind !== 'record' || !synced.unsure;
  }
  const synced = draft.synced.get(id);
  if (synced && isSentAway(draft, remote, synced, entry)) return true;
  const to = draft.remotePath(remote);
  return to !== undefined && to !== entry.path;
}

/** A name that is free at the target, on both sides. */
function freeName(draft: PlanDraft, parent: string, entry: LocalEntry): string {
  const here = draft.takenIn(parentPath(entry.path));
  return uniqueDiskName(entry.name, { has: (key) => here.has(key) || draft.isTakenRemotely(parent, key) });
}

/** Whether a path lies in a folder that was deleted on the server and is still here, because something in it is open. */
function isLeftBehind(draft: PlanDraft, path: string): boolean {
  for (let at = parentPath(path); at !== ''; at = parentPath(at)) {
    const folder = draft.local.get(at);
    if (folder && draft.options.blocked.get(folder.identity)?.reason === 'left-behind') return true;
  }
  return false;
}

function moveRemote(
  draft: PlanDraft,
  remote: RemoteNode,
  synced: SyncedNode,
  entry: LocalEntry,
  localParent: string | undefined,
): boolean {
  if (entry.kind === 'file' && (!entry.settled || entry.locked)) {
    draft.unsettled = true;
    return true;
  }
  const goBack = () => moveLocal(draft, { ...synced, id: remote.id }, entry, 'forbidden');
  if (!mayMove(draft, remote)) return goBack();
  if (localParent === undefined) {
    // Into a folder that the server does not know yet: that one is made first.
    const home = serverPlaceOf(draft, entry.path);
    // In a folder that could not be removed yet, and takes nothing: it leaves that again.
    if (!home)
      return !isLeftBehind(draft, entry.path) || moveLocal(draft, { ...synced, id: remote.id }, entry);
    if (!home.library.canUpload) return goBack();
    if (isAcross(remote, home.libraryId) && !mayMoveAll(draft, remote.id)) return goBack();
    if (home.missing.some((name) => folderNameProblem(name)))
      return moveLocal(draft, { ...synced, id: remote.id }, entry);
    createMissing(draft, home);
    return true;
  }
  const library = draft.options.libraries.has(localParent)
    ? localParent
    : (draft.remote.get(localParent)?.library ?? remote.library);
  const target = draft.options.libraries.get(library);
  if (!target?.canUpload) return goBack();
  if (isAcross(remote, library)) {
    if (!mayMoveAll(draft, remote.id)) return goBack();
    rehome(draft, remote.id, entry, library, localParent);
    return false;
  }
  const turn = orderOf(draft, remote.id);
  if (turn === 'later' || draft.isBeingMade(localParent, entry)) {
    draft.unsettled = true;
    return true;
  }
  const name = turn === 'now' ? entry.name : freeName(draft, localParent, entry);
  draft.add(
    { kind: 'move remote', id: remote.id, path: entry.path, library, parent: localParent, name },
    entry.path,
  );
  return true;
}
