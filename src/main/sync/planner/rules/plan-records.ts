import { type Expected, expectedOf } from '../operations.ts';
import type { LocalEntry, LocalFile, RemoteRecord, SyncedNode, SyncedRecord } from '../trees.ts';
import { isTooLarge, parentPath } from '../trees.ts';
import type { PlanDraft } from './plan-draft.ts';
import { isImpossible } from './plan-impossible.ts';
import { isLateSave } from './plan-late-saves.ts';
import { isSentAway, planPlace, setAsideOccupant, willLeave } from './plan-names.ts';
import { takeFound } from './plan-started-over.ts';
import { planStopped } from './plan-stopped.ts';
import { planUntrackedCopies } from './plan-untracked-copies.ts';

/** Decides for every record that the server has or had, by the table of docs/protocols/sync.md. */
export function planRecords(draft: PlanDraft): void {
  for (const node of draft.remote.values()) if (node.kind === 'record') planRecord(draft, node);
  for (const node of draft.synced.values()) {
    if (node.kind !== 'record' || draft.remote.has(node.id) || !draft.options.libraries.has(node.library))
      continue;
    draft.about = node.id;
    if (draft.options.waiting?.has(node.id)) draft.add({ kind: 'send waiting', id: node.id });
    else if (!draft.options.busy.has(node.id)) planGone(draft, node);
  }
  draft.about = undefined;
}

/** Decides for one record that the server has. */
export function planRecord(draft: PlanDraft, node: RemoteRecord): void {
  if (!draft.options.libraries.has(node.library) || draft.options.busy.has(node.id)) return;
  draft.about = node.id;
  const synced = draft.synced.get(node.id);
  const entry = draft.matched.entryOf.get(node.id);
  if (draft.options.waiting?.has(node.id)) planWaiting(draft, node, synced, entry);
  else if (synced?.kind !== 'record') planUnknown(draft, node);
  else if (entry?.kind === 'file') planPresent(draft, node, synced, entry);
  else planMissing(draft, node, synced);
  draft.about = undefined;
}

/**
 * Decides for a record with a waiting content. A later save of the same person replaces it; anything else that is about
 * to change the document (another person's version, a rename, a removal) makes it be sent first.
 */
function planWaiting(
  draft: PlanDraft,
  remote: RemoteRecord,
  synced: SyncedNode | undefined,
  entry: LocalEntry | undefined,
): void {
  const undisturbed =
    synced?.kind === 'record' &&
    entry?.kind === 'file' &&
    remote.writable &&
    remote.version.id === synced.versionId &&
    remote.parent === synced.parent &&
    remote.name === synced.name &&
    draft.idAt(parentPath(entry.path)) === synced.parent &&
    entry.name === synced.name &&
    entry.sha256 !== synced.sha256;
  if (!undisturbed) draft.add({ kind: 'send waiting', id: remote.id });
  else if (entry.sha256 === undefined || !entry.settled || entry.locked || entry.size === 0) return;
  else if (entry.sha256 !== draft.options.waiting?.get(remote.id)?.sha256)
    planEdited(draft, remote, synced, entry, entry.sha256);
}

function planPresent(draft: PlanDraft, remote: RemoteRecord, synced: SyncedRecord, entry: LocalFile): void {
  const sha256 = entry.sha256;
  if (isTooLarge(entry) && !entry.locked) {
    draft.block(remote.id, 'refused', entry.path, remote.id, 'too_large');
    return;
  }
  if (sha256 === undefined) {
    waitFor(draft, entry, remote.id);
    return;
  }
  const localChanged = sha256 !== synced.sha256;
  const remoteChanged = remote.version.id !== synced.versionId;
  if (synced.unsure && remoteChanged) {
    draft.add({ kind: 'verify', id: remote.id });
    return;
  }
  if (sha256 === remote.version.sha256 && (localChanged || remoteChanged)) {
    draft.add(
      {
        kind: 'adopt',
        id: remote.id,
        path: entry.path,
        expected: expectedOf(entry, sha256),
        place: undefined,
      },
      entry.path,
    );
    return;
  }
  if (localChanged) {
    planEdited(draft, remote, synced, entry, sha256);
    return;
  }
  if (draft.isOnlineOnly(remote.id) || isSentAway(draft, remote, synced, entry)) {
    removeCopy(draft, remote.id, entry, sha256);
    return;
  }
  // A move in this batch uses the path; the new bytes come in the next one.
  if (!planPlace(draft, remote, synced, entry)) return;
  if (remoteChanged) {
    download(draft, remote, entry, expectedOf(entry, sha256));
  } else if (entry.stamp !== synced.stamp || entry.identity !== synced.identity || synced.stopped) {
    draft.add(
      {
        kind: 'adopt',
        id: remote.id,
        path: entry.path,
        expected: expectedOf(entry, sha256),
        place: undefined,
      },
      entry.path,
    );
  } else if (remote.writable !== synced.writable) {
    draft.add(
      { kind: 'set writable', id: remote.id, path: entry.path, writable: remote.writable },
      entry.path,
    );
  }
}

/** Decides where the file's bytes are not the synced ones. */
function planEdited(
  draft: PlanDraft,
  remote: RemoteRecord,
  synced: SyncedRecord,
  entry: LocalFile,
  sha256: string,
): void {
  const blocked = draft.options.blocked.get(entry.identity);
  if (entry.size === 0) {
    draft.block(remote.id, 'empty', entry.path, remote.id);
  } else if (blocked && blocked.sha256 === sha256) {
    draft.block(remote.id, blocked.reason, entry.path, remote.id, blocked.detail);
  } else if (!entry.settled || entry.locked) {
    waitFor(draft, entry, remote.id);
  } else if (!remote.writable) {
    draft.add({ kind: 'set aside', path: entry.path, as: 'copy', recordId: remote.id }, entry.path);
  } else {
    draft.add(
      {
        kind: 'upload version',
        id: remote.id,
        path: entry.path,
        base: synced.versionId,
        expected: expectedOf(entry, sha256),
        unfinished: entry.unfinished,
      },
      entry.path,
    );
  }
}

function download(
  draft: PlanDraft,
  remote: RemoteRecord,
  entry: LocalFile | undefined,
  expected: Expected | undefined,
): void {
  const path = entry?.path ?? draft.remotePath(remote);
  if (path === undefined || isImpossible(draft, remote)) return;
  if (entry?.locked) {
    draft.block(remote.id, 'locked', path, remote.id);
    return;
  }
  const { id, version, writable } = remote;
  const { library, parent } = draft.synced.get(id) ?? remote;
  draft.add({ kind: 'download', id, path, place: { library, parent }, version, writable, expected }, path);
}

/** Decides where it was synced once and is not on the disk now. */
function planMissing(draft: PlanDraft, remote: RemoteRecord, synced: SyncedRecord): void {
  if (synced.stopped) planStopped(draft, remote, synced);
  else if (draft.isOnlineOnly(remote.id)) draft.add({ kind: 'forget', id: remote.id });
  else if (draft.options.goneSettled.has(remote.id) && !mayBeElsewhere(draft, synced))
    draft.add({ kind: 'stop', id: remote.id });
  else draft.unsettled = true;
}

/** Whether an unknown file may turn out to be its copy: it was copied elsewhere and removed, and was not read yet. */
function mayBeElsewhere(draft: PlanDraft, { size }: SyncedRecord): boolean {
  const isUnread = (entry: LocalFile) => entry.size === size && entry.sha256 === undefined && !entry.locked;
  return [...draft.options.libraries.values()].some(({ path }) => draft.strangersIn(path).some(isUnread));
}

/** Decides where it is on the server and was never synced here. */
function planUnknown(draft: PlanDraft, remote: RemoteRecord): void {
  if (draft.isOnlineOnly(remote.id)) return;
  const path = draft.remotePath(remote);
  if (path === undefined) return;
  if (draft.isObstructed(path)) {
    draft.block(remote.id, 'occupied', path, remote.id);
    return;
  }
  const occupant = draft.occupant(path);
  if (!occupant) {
    if (!takeFound(draft, remote, path)) download(draft, remote, undefined, undefined);
    return;
  }
  const other = draft.idAt(occupant.path);
  if (other !== undefined) {
    if (!willLeave(draft, other)) draft.block(remote.id, 'occupied', path, remote.id);
    return;
  }
  const isCopy = draft.options.blocked.get(occupant.identity)?.reason === 'copy';
  if (occupant.kind === 'folder' || isCopy || isTooLarge(occupant)) {
    setAsideOccupant(draft, occupant, remote.id);
    return;
  }
  if (draft.options.busy.has(occupant.identity)) return;
  if (isLateSave(draft, occupant)) {
    draft.unsettled = true;
    return;
  }
  if (occupant.sha256 === undefined || !occupant.settled) {
    waitFor(draft, occupant, remote.id);
    return;
  }
  const expected = expectedOf(occupant, occupant.sha256);
  if (occupant.sha256 === remote.version.sha256) {
    const place = { parent: remote.parent, name: occupant.name };
    draft.add({ kind: 'adopt', id: remote.id, path: occupant.path, expected, place }, occupant.path);
    return;
  }
  // Before both sides were compared once, the file may be an edit of this very record.
  const otherwise = draft.options.libraries.get(remote.library)?.settledOnce ? 'new file' : 'copy';
  if (occupant.locked) draft.block(remote.id, 'locked', occupant.path, remote.id);
  else
    draft.add({ kind: 'identify', id: remote.id, path: occupant.path, expected, otherwise }, occupant.path);
}

/** Decides where the server no longer shows it to this person. */
function planGone(draft: PlanDraft, synced: SyncedRecord): void {
  const entry = draft.matched.entryOf.get(synced.id);
  if (entry?.kind !== 'file') {
    draft.add({ kind: 'forget', id: synced.id });
    return;
  }
  if (synced.unsure) {
    draft.block(synced.id, 'gone-after-restore', entry.path, synced.id);
    return;
  }
  if (!planUntrackedCopies(draft, synced)) return;
  if (entry.locked || (entry.sha256 === undefined && !isTooLarge(entry))) {
    waitFor(draft, entry, synced.id);
  } else if (entry.sha256 === synced.sha256) {
    removeCopy(draft, synced.id, entry, entry.sha256);
  } else if (!entry.settled) {
    draft.unsettled = true;
  } else {
    draft.add({ kind: 'quarantine', id: synced.id, path: entry.path, library: synced.library }, entry.path);
  }
}

function removeCopy(draft: PlanDraft, id: string, entry: LocalFile, sha256: string): void {
  if (entry.locked) draft.block(id, 'locked', entry.path, id);
  else
    draft.add({ kind: 'remove copy', id, path: entry.path, expected: expectedOf(entry, sha256) }, entry.path);
}

function waitFor(draft: PlanDraft, entry: LocalFile, recordId: string): void {
  if (entry.locked) draft.block(recordId, 'locked', entry.path, recordId);
  else draft.unsettled = true;
}
