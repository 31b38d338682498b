import { sentenceOfServer } from '../engine/failures/failures.ts';
import { spoolPath } from '../engine/layout.ts';
import { syncedRecord, type Work } from '../engine/work/work.ts';
import { baseName } from '../planner/trees.ts';
import type { BegunRecord, JournalChange, KeptBlockedItem, PendingOperation } from '../ports/journal.ts';
import type { Confirmed, RemoteError } from '../ports/remote.ts';
import { setAsideAsCopy } from './aside.ts';
import { dropOwn } from './removal.ts';
import { releaseSpool } from './spool.ts';

/** What follows from the server's answer to an upload: for the journal, and for people. */

/** The changes of the journal once the server has confirmed: the record, and that the disk has its version. */
export function uploadedChanges(
  work: Work,
  operation: PendingOperation,
  confirmed: Confirmed,
): readonly JournalChange[] {
  const { recordId } = operation;
  const changes: JournalChange[] = [
    { type: 'operation done', opId: operation.opId },
    ...replacedChanges(work, operation),
  ];
  if (!recordId) return changes;
  const version = confirmed.version;
  if (confirmed.outcome === 'conflict') {
    const { opId: localId, path } = operation;
    changes.push({ type: 'blocked', item: { key: version.id, reason: 'conflict', path, recordId, localId } });
  }
  const remote = work.memory.content.remote.get(recordId);
  const before = syncedRecord(work, recordId);
  const name = operation.record?.name ?? baseName(operation.path);
  // The feed will say the same. Until then an older row must not count as a change on the server.
  if (remote?.kind === 'record') {
    // A repeated answer tells of an earlier time: what the feed has brought since is newer.
    const known = remote.version.number > confirmed.current.number;
    changes.push({
      type: 'remote',
      node: { ...remote, version: known ? remote.version : confirmed.current },
    });
  } else if (operation.kind === 'record' && !operation.gone) {
    const library = operation.record?.library ?? operation.library;
    const place = { library, parent: operation.record?.folder ?? library, name };
    const node = { kind: 'record', id: recordId, ...place, writable: true, rev: 0 } as const;
    changes.push({ type: 'remote', node: { ...node, version: confirmed.current } });
  }
  // The file in the record's place has nothing to do with it.
  if (operation.replaced !== undefined) return changes;
  const { library } = operation;
  const made = { library, parent: operation.parent ?? library, name, writable: true };
  const place = before ?? (operation.kind === 'record' ? made : undefined);
  if (!place) return changes;
  changes.push({
    type: 'synced',
    node: {
      kind: 'record',
      id: recordId,
      library: place.library,
      parent: place.parent,
      name: place.name,
      writable: place.writable,
      versionId: version.id,
      sha256: operation.sha256,
      size: operation.size,
      identity: operation.identity,
      stamp: operation.stamp,
      stopped: false,
      unsure: false,
    },
  });
  // A copy that was kept for its person, and that they put in the document's place, is the document from now on.
  const isCopyInPlace = work.memory.content.blocked.get(operation.identity)?.reason === 'copy';
  if (operation.kind === 'record' || isCopyInPlace)
    changes.push({ type: 'unblocked', key: operation.identity });
  return changes;
}

/** The server now has what was written into a replaced file. */
function replacedChanges(work: Work, { replaced, sha256, stamp }: PendingOperation): JournalChange[] {
  const file = work.memory.content.replaced.get(replaced ?? '');
  return file ? [{ type: 'replaced', file: { ...file, sha256, stamp } }] : [];
}

/** Call it after the commit: removes the copy of the bytes, if it is a file of its own, and reports the upload. */
export async function endUpload(
  work: Work,
  operation: PendingOperation,
  confirmed: Confirmed,
): Promise<void> {
  if (!operation.pack) await dropOwn(work.files, spoolPath(operation.opId));
  if (operation.recordId && operation.replaced === undefined) work.pace.noteSent(operation.recordId);
  const { outcome } = confirmed;
  tell(work, operation, 'uploaded', { progress: 100, versionId: confirmed.version.id, outcome });
  const kind = outcome === 'conflict' ? 'conflict' : operation.kind === 'record' ? 'created' : 'uploaded';
  work.reporter.activity({ kind, path: operation.path, recordId: operation.recordId });
}

/** Decides what happens to the work of a refused upload. Throws what should be tried again. */
export async function failUpload(work: Work, operation: PendingOperation, error: RemoteError): Promise<void> {
  const { opId } = operation;
  if (error.kind === 'offline' || error.kind === 'unauthorized') throw error;
  if (error.kind === 'errored') {
    await restartUpload(work, operation);
    return;
  }
  tell(work, operation, 'upload failed', {
    error: { code: error.code, message: error.message.slice(0, 500) },
  });
  const path = operation.path;
  work.reporter.activity({ kind: 'failed', path, recordId: operation.recordId, code: error.code });
  // This comes first: once the operation is gone it is unknown whose bytes these are.
  await releaseSpool(work, operation);
  if (operation.replaced !== undefined) {
    // What was written into the replaced file is still there, and is handled with the replaced files.
    const file = work.memory.content.replaced.get(operation.replaced);
    const refused = error.kind !== 'mismatch' && file;
    work.memory.commit([
      { type: 'operation done', opId },
      ...(refused ? [{ type: 'replaced', file: { ...file, base: undefined } } as const] : []),
    ]);
    return;
  }
  // By what is known here it was allowed: somebody may have deleted the folder, or taken the role away.
  work.stale(operation.library);
  const synced = operation.recordId ? syncedRecord(work, operation.recordId) : undefined;
  if (error.kind === 'mismatch') {
    work.memory.commit([{ type: 'operation done', opId }]);
  } else if (error.code === 'base_unknown' && synced) {
    // The server was restored to before the synced version: the next plan asks it, on what it has now.
    work.memory.commit([
      { type: 'operation done', opId },
      { type: 'synced', node: { ...synced, unsure: true } },
    ]);
  } else if (operation.kind === 'version' && error.kind === 'refused') {
    await keepRefused(work, operation, error);
  } else {
    const reason = operation.record?.fields || error.code === 'labels_required' ? 'new-file' : 'refused';
    work.memory.commit([
      { type: 'operation done', opId },
      {
        type: 'blocked',
        item: {
          key: operation.identity,
          reason,
          path,
          sha256: operation.sha256,
          asked: operation.asked ?? placeOf(operation),
          begun: error.kind === 'gone' ? undefined : begunOf(operation),
          recordId: operation.recordId,
          detail: error.code,
          message: sentenceOfServer(error),
          localId: work.memory.content.blocked.get(operation.identity)?.localId ?? work.newId(),
        },
      },
    ]);
  }
}

/** The folder (or library) and name with which the server was asked for a new document. */
const placeOf = ({ record, parent, library }: PendingOperation): KeptBlockedItem['asked'] =>
  record && { parent: parent ?? library, name: record.name };

/** The document that the server has of a new file, also where it refused to take other bytes for it. */
function begunOf({ opId, pending, instead, record, sha256 }: PendingOperation): BegunRecord | undefined {
  const begun = pending ?? instead;
  return begun && record && { opId, pending: begun, record, sha256: pending ? sha256 : undefined };
}

/** The server gave the version up: sends the same bytes on the same base, as a new operation. */
export async function restartUpload(work: Work, operation: PendingOperation): Promise<void> {
  const next = { ...operation, opId: work.newId(), pending: undefined, token: undefined };
  await work.files.link(spoolPath(operation.opId), spoolPath(next.opId));
  work.memory.commit([
    { type: 'operation done', opId: operation.opId },
    { type: 'operation', operation: next },
  ]);
  await dropOwn(work.files, spoolPath(operation.opId));
}

/** Puts the refused work beside the original, which is then downloaded again. */
async function keepRefused(work: Work, operation: PendingOperation, error: RemoteError): Promise<void> {
  work.memory.commit([{ type: 'operation done', opId: operation.opId }]);
  const entry = await work.files.stat(operation.path);
  if (entry?.kind !== 'file' || (await work.isLocked(operation.path))) return;
  await setAsideAsCopy(work, operation.path, entry.identity, operation.recordId, error.code);
}

interface Told {
  readonly progress?: number;
  /** It goes on after an interruption: an earlier attempt may have reported more progress. */
  readonly resumed?: true;
  readonly versionId?: string;
  readonly outcome?: 'current' | 'conflict';
  readonly error?: { code: string; message: string };
}

/** Tells a step of this upload to the screens. */
export function tell(
  work: Work,
  operation: PendingOperation,
  type: 'file changed' | 'uploading' | 'uploaded' | 'upload failed',
  { outcome, resumed, ...more }: Told = {},
): void {
  const file = { name: baseName(operation.path), size: operation.size };
  work.reporter.step({
    type,
    opId: operation.opId,
    ...(operation.recordId ? { recordId: operation.recordId } : {}),
    data: { file, ...(outcome ? { outcome } : {}), ...(resumed ? { resumed } : {}) },
    ...more,
  });
}
