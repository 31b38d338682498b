import {
  DEEPEST,
  type LocalEntry,
  parentPath,
  type RemoteFolder,
  type RemoteNode,
  type SyncedFolder,
} from '../trees.ts';
import { mayMove } from './moving-across.ts';
import type { PlanDraft } from './plan-draft.ts';
import { isSentAway, moveOutOfTheWay, planPlace, setAsideOccupant, willLeave } from './plan-names.ts';
import { planStopped } from './plan-stopped.ts';

/** Decides for every folder, from the outside inwards, and notes where its children go. */
export function planFolders(draft: PlanDraft): void {
  const children = new Map<string, RemoteFolder[]>();
  for (const node of draft.remote.values()) {
    if (node.kind !== 'folder') continue;
    const siblings = children.get(node.parent);
    if (siblings) siblings.push(node);
    else children.set(node.parent, [node]);
  }
  let level = [...draft.options.libraries.keys()];
  for (let depth = 0; level.length > 0 && depth < DEEPEST; depth += 1) {
    const below: string[] = [];
    for (const folder of level.flatMap((id) => children.get(id) ?? [])) {
      if (draft.reached.has(folder.id)) continue;
      draft.reached.add(folder.id);
      planFolder(draft, folder);
      below.push(folder.id);
    }
    level = below;
  }
  for (const node of draft.synced.values()) {
    if (node.kind !== 'folder' || draft.remote.has(node.id) || !draft.options.libraries.has(node.library))
      continue;
    planGone(draft, node);
  }
}

function planFolder(draft: PlanDraft, folder: RemoteFolder): void {
  const synced = draft.synced.get(folder.id);
  const entry = draft.matched.entryOf.get(folder.id);
  if (synced && entry) {
    if (draft.options.busy.has(folder.id)) return;
    if (isSentAway(draft, folder, synced, entry)) {
      planSentAway(draft, folder, entry);
      return;
    }
    if (!planPlace(draft, folder, synced, entry)) return;
    draft.placeOf.set(folder.id, entry.path);
    const known = synced.kind === 'folder' && !synced.stopped && synced.identity === entry.identity;
    if (!known)
      draft.add({ kind: 'adopt folder', id: folder.id, path: entry.path, place: undefined }, entry.path);
    return;
  }
  if (synced?.kind === 'folder') {
    if (synced.left) {
      planLeft(draft, folder);
      return;
    }
    if (synced.stopped) {
      draft.closed.add(folder.id);
      planStopped(draft, folder, synced);
      return;
    }
    if (draft.options.goneSettled.has(folder.id)) draft.add({ kind: 'stop', id: folder.id });
    else draft.unsettled = true;
    return;
  }
  const path = draft.remotePath(folder);
  if (draft.closed.has(folder.parent) || draft.isOnlineOnly(folder.id)) draft.closed.add(folder.id);
  if (path === undefined || draft.isOnlineOnly(folder.id)) return;
  if (draft.isObstructed(path)) {
    draft.block(folder.id, 'occupied', path);
    return;
  }
  const occupant = draft.occupant(path);
  if (!occupant) {
    if (draft.add({ kind: 'make folder', id: folder.id, path }, path)) draft.placeOf.set(folder.id, path);
    return;
  }
  const other = draft.idAt(occupant.path);
  if (other !== undefined) {
    // It belongs into this very folder.
    if (draft.above(other).includes(folder.id)) moveOutOfTheWay(draft, other, occupant);
    else if (!willLeave(draft, other)) draft.block(folder.id, 'occupied', path);
  } else if (occupant.kind === 'folder') {
    const place = { parent: folder.parent, name: occupant.name };
    draft.add({ kind: 'adopt folder', id: folder.id, path: occupant.path, place }, occupant.path);
    draft.placeOf.set(folder.id, occupant.path);
  } else {
    setAsideOccupant(draft, occupant, undefined);
  }
}

/**
 * Decides for a folder that was moved to another library, where another one took its place: it is deleted on the server
 * once everything has left it. What cannot leave stays in it, and it comes back here.
 */
function planLeft(draft: PlanDraft, folder: RemoteFolder): void {
  const inside = [...draft.remote.values()].filter(({ parent }) => parent === folder.id);
  if (inside.some((node) => isLeaving(draft, node))) return;
  draft.add(
    inside.length === 0 ? { kind: 'delete folder', id: folder.id } : { kind: 'forget', id: folder.id },
  );
}

/** Whether a node is on its way out of its folder, which was moved to another library. */
function isLeaving(draft: PlanDraft, node: RemoteNode): boolean {
  const synced = draft.synced.get(node.id);
  if (synced?.kind === 'folder' && synced.left) return true;
  // Where both sides agreed on another place before, the server refused the move.
  return draft.matched.entryOf.has(node.id) && synced?.parent === node.parent && mayMove(draft, node);
}

/**
 * Decides for a folder that others moved into a closed one: its documents leave it (`planRecord`), and it is removed
 * once nothing is left in it. Until then nothing new is placed in it.
 */
function planSentAway(draft: PlanDraft, folder: RemoteFolder, entry: LocalEntry): void {
  draft.close(folder.id);
  if (draft.contentsOf(entry.path).length > 0) return;
  const blocked = draft.options.blocked.get(entry.identity);
  const stays = blocked?.reason === 'left-behind';
  if (stays) draft.block(entry.identity, 'left-behind', entry.path, undefined, blocked.detail);
  if (!stays || draft.options.tryAgain) removeFolder(draft, folder.id, entry, stays);
}

/** Decides for a folder that the server no longer has: it is removed once nothing of this person's is left in it. */
function planGone(draft: PlanDraft, folder: SyncedFolder): void {
  const entry = draft.matched.entryOf.get(folder.id);
  if (!entry) {
    draft.add({ kind: 'forget', id: folder.id });
    return;
  }
  const inside = draft.contentsOf(entry.path);
  const blocked = draft.options.blocked.get(entry.identity);
  if (blocked?.reason === 'left-behind') {
    planLeftBehind(draft, folder, entry, blocked.detail);
    return;
  }
  if (inside.length === 0) {
    removeFolder(draft, folder.id, entry, false);
    return;
  }
  const allLeave = inside.every((child) => {
    const id = draft.idAt(child.path);
    return id !== undefined && willLeave(draft, id);
  });
  // What stays was made here: the folder becomes a local one, and is made on the server with its first record.
  if (!allLeave || (isMadeAgain(draft, folder, entry) && holdsLeftBehind(draft, entry.path)))
    draft.add({ kind: 'forget', id: folder.id }, entry.path);
}

/** Whether the server has another folder of this name there now: this one becomes that folder. */
function isMadeAgain(draft: PlanDraft, { parent, name }: SyncedFolder, { path }: LocalEntry): boolean {
  // The folder above it may have become another one too.
  const above = draft.idAt(parentPath(path)) ?? parent;
  return draft.remoteAt(above, name)?.kind === 'folder';
}

/** Whether a folder that could not be removed lies in this one, at any depth. */
function holdsLeftBehind(draft: PlanDraft, folder: string): boolean {
  return draft
    .childrenOf(folder)
    .some(
      ({ kind, path, identity }) =>
        kind === 'folder' &&
        (draft.options.blocked.get(identity)?.reason === 'left-behind' || holdsLeftBehind(draft, path)),
    );
}

/**
 * Decides for a folder that could not be removed because something in it is in use. It stays known as deleted on the
 * server, so that nothing in it counts as new; its contents go to Retirados later.
 */
function planLeftBehind(draft: PlanDraft, folder: SyncedFolder, entry: LocalEntry, detail?: string): void {
  if (isMadeAgain(draft, folder, entry)) {
    draft.add({ kind: 'forget', id: folder.id }, entry.path);
    return;
  }
  draft.block(entry.identity, 'left-behind', entry.path, undefined, detail);
  const waits =
    draft.childrenOf(entry.path).some((child) => draft.idAt(child.path) !== undefined) ||
    holdsOthers(draft, entry.path);
  if (draft.options.tryAgain && !waits) removeFolder(draft, folder.id, entry, true);
}

/** Whether a copy of something that the server has lies in the folder, at any depth: it leaves first. */
function holdsOthers(draft: PlanDraft, folder: string): boolean {
  return draft.childrenOf(folder).some(({ kind, path }) => {
    const id = draft.idAt(path);
    return (id !== undefined && draft.remote.has(id)) || (kind === 'folder' && holdsOthers(draft, path));
  });
}

function removeFolder(draft: PlanDraft, id: string, entry: LocalEntry, leftBehind: boolean): void {
  const { path, identity } = entry;
  draft.add({ kind: 'remove folder', id, path, identity, leftBehind }, path);
}
