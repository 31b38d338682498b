import { folderNameProblem } from '#shared/platform/files/names.ts';
import { FOLDER_DEPTH_MAX } from '#shared/platform/limits.ts';
import type { LocalFile, RemoteNode, SyncedNode } from '../trees.ts';
import { parentPath } from '../trees.ts';
import { isAcross, mayMove, mayMoveAll } from './moving-across.ts';
import type { PlanDraft } from './plan-draft.ts';
import { type ServerPlace, serverPlaceOf } from './server-place.ts';

/**
 * Local moves on their way to the server that must wait for one another, so that a batch commutes (docs/simulation.md,
 * invariant 4). In the other order the server would refuse one, or give it another name, though what its person did is
 * possible.
 */

/**
 * Whether a move goes `now` or `later`. Where all wait for each other in a cycle (two names are exchanged), one of them
 * gets another name first: it goes `aside`. Where each waits for another one to leave it, because others moved a folder
 * meanwhile, the moves made here are impossible: the first is sent, the server refuses it, and all of them are taken back
 * one after the other.
 */
export function orderOf(draft: PlanDraft, id: string): 'now' | 'later' | 'aside' {
  const { name, inside } = blockersOf(draft, id);
  if (name.length === 0 && inside.length === 0) return 'now';
  const circle = [...reachedFrom(draft, id)].filter((other) => reachedFrom(draft, other).has(id)).sort();
  const [first] = circle.filter((other) => blockersOf(draft, other).inside.length === 0);
  if (first !== undefined) return first === id ? 'aside' : 'later';
  const next = circle.find((other) => isPossibleNow(draft, other)) ?? circle[0];
  return next === id ? 'now' : 'later';
}

/** Whether the server could make this move before all others. */
function isPossibleNow(draft: PlanDraft, id: string): boolean {
  const entry = draft.matched.entryOf.get(id);
  const parent = entry && draft.idAt(parentPath(entry.path));
  return parent === undefined || (parent !== id && !draft.above(parent).includes(id));
}

/**
 * Whether the name will be free on the server for a new file or folder, because its node is moved from here. It can wait
 * for a whole chain of moves (A takes B's name, which takes C's), but not for a folder that others must leave first: they
 * may go into this new one.
 */
export function willBeLeft(draft: PlanDraft, parent: string, name: string): boolean {
  const there = draft.remoteAt(parent, name);
  if (there === undefined || !goesElsewhere(draft, there.id)) return false;
  const chain = [there.id, ...reachedFrom(draft, there.id)];
  return chain.every((id) => blockersOf(draft, id).inside.length === 0 && !isStuck(draft, id));
}

/** The same for a node for which others may wait: whether the name will soon be free. */
export function willBeFree(draft: PlanDraft, parent: string, name: string): boolean {
  const there = draft.remoteAt(parent, name);
  // A node that must itself wait may wait for this very name.
  if (there === undefined || !goesElsewhere(draft, there.id) || isStuck(draft, there.id)) return false;
  return orderOf(draft, there.id) !== 'later';
}

/**
 * Whether the new folder that a node goes into cannot get its name while the node is where it is: one of both needs
 * another name first.
 */
function isStuck(draft: PlanDraft, id: string): boolean {
  return newFolderOf(draft, id) !== undefined && reachedFrom(draft, id).has(id);
}

function reachedFrom(draft: PlanDraft, id: string): Set<string> {
  const reached = new Set<string>();
  const queue = [id];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { name, inside } = blockersOf(draft, next);
    for (const other of [...name, ...inside]) {
      if (reached.has(other)) continue;
      reached.add(other);
      queue.push(other);
    }
  }
  return reached;
}

interface Blockers {
  /** Nodes that have its name at the target. */
  readonly name: readonly string[];
  /** Folders that must leave it before it can move into them. */
  readonly inside: readonly string[];
}

/** What must be moved on the server before this node can be. */
function blockersOf(draft: PlanDraft, id: string): Blockers {
  const entry = draft.matched.entryOf.get(id);
  if (!entry) return { name: [], inside: [] };
  const place = newFolderOf(draft, id);
  if (place) {
    // It waits for its folder, and that one for its name.
    const there = draft.remoteAt(place.parent, place.missing[0] ?? '');
    return { name: there && goesElsewhere(draft, there.id) ? [there.id] : [], inside: [] };
  }
  const parent = draft.idAt(parentPath(entry.path));
  if (parent === undefined) return { name: [], inside: [] };
  const there = draft.remoteAt(parent, entry.name);
  const isMoved = entry.kind === 'folder' && draft.remote.get(id)?.parent !== parent;
  return {
    name: there && there.id !== id && goesElsewhere(draft, there.id) ? [there.id] : [],
    inside: isMoved ? insideOf(draft, id, parent) : [],
  };
}

/**
 * Folders that must leave a folder before it can move into another one: those by which the way up from there leads to
 * itself. That may be so only once others of the same batch have moved, so each folder on the way is looked for both
 * where the server has it and where it goes.
 */
function insideOf(draft: PlanDraft, id: string, target: string): string[] {
  /** The folders that each may lie in. */
  const places = new Map<string, readonly string[]>();
  const queue = [target];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const remote = draft.remote.get(next);
    if (!remote || next === id || places.has(next)) continue;
    const goal = goesElsewhere(draft, next) ? goalFolderOf(draft, next) : undefined;
    const found = goal === undefined ? [remote.parent] : [remote.parent, goal];
    places.set(next, found);
    queue.push(...found);
  }
  const leading = new Set([id]);
  for (let before = 0; before < leading.size; ) {
    before = leading.size;
    for (const [each, above] of places) if (above.some((other) => leading.has(other))) leading.add(each);
  }
  return [...places.keys()].filter(
    (each) => leading.has(draft.remote.get(each)?.parent ?? '') && goesElsewhere(draft, each),
  );
}

/** The folder on the server that a node goes into, or the nearest above that one which the server has. */
function goalFolderOf(draft: PlanDraft, id: string): string | undefined {
  const entry = draft.matched.entryOf.get(id);
  const parent = entry && draft.idAt(parentPath(entry.path));
  return parent ?? newFolderOf(draft, id)?.parent;
}

/** Whether its person moved it here, to where the server can move it too, and the server did not. */
function goesElsewhere(draft: PlanDraft, id: string): boolean {
  const remote = draft.remote.get(id);
  const synced = draft.synced.get(id);
  const entry = draft.matched.entryOf.get(id);
  if (!remote || !synced || !entry) return false;
  if (remote.parent !== synced.parent || remote.name !== synced.name) return false;
  if (entry.kind === 'file' && !isFreeToGo(draft, entry, remote, synced)) return false;
  const parent = draft.idAt(parentPath(entry.path));
  if (parent === undefined) return newFolderOf(draft, id) !== undefined;
  return parent !== synced.parent || entry.name !== synced.name;
}

/** Where its person moved a node into a folder that the server does not have yet, and will get. */
function newFolderOf(draft: PlanDraft, id: string): ServerPlace | undefined {
  const remote = draft.remote.get(id);
  const entry = draft.matched.entryOf.get(id);
  if (!remote || !entry || draft.idAt(parentPath(entry.path)) !== undefined) return undefined;
  const place = serverPlaceOf(draft, entry.path);
  if (!place?.library.canUpload || !mayMove(draft, remote)) return undefined;
  const { parent, missing, libraryId } = place;
  if (isAcross(remote, libraryId) && !mayMoveAll(draft, id)) return undefined;
  if (missing.some((name) => folderNameProblem(name))) return undefined;
  const depth = draft.above(parent).length + missing.length;
  return depth <= FOLDER_DEPTH_MAX ? place : undefined;
}

/** An edit is sent before its document moves: soon, unless something is in its way. */
function isFreeToGo(draft: PlanDraft, entry: LocalFile, remote: RemoteNode, synced: SyncedNode): boolean {
  if (synced.kind !== 'record' || remote.kind !== 'record') return false;
  if (entry.sha256 === synced.sha256) return true;
  return remote.writable && !entry.locked && entry.size > 0 && !draft.options.blocked.has(entry.identity);
}
