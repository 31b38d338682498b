import { SPOOL, spoolPath } from '../engine/layout.ts';
import type { Work } from '../engine/work/work.ts';
import type { OperationOf } from '../planner/operations.ts';
import { baseName } from '../planner/trees.ts';
import { FilesError } from '../ports/files.ts';
import type { PendingOperation } from '../ports/journal.ts';
import { type Confirmed, type NewVersion, type PendingVersion, RemoteError } from '../ports/remote.ts';
import { withOwnCopy } from './packs.ts';
import { dropOwn } from './removal.ts';
import { isSmallNewFile, sendNewFile } from './small-new-file.ts';
import { endUpload, failUpload, tell, uploadedChanges } from './upload-outcome.ts';

/**
 * One upload from beginning to end. The journal has what was done so far, so after a crash it goes on from any point,
 * always with the same operation id.
 */

export type UploadStart = Omit<PendingOperation, 'size'> & {
  /** Where the bytes lie, if not at the document's own path. */
  readonly origin?: string;
};

/** Makes a copy of the bytes. `undefined` where the file changed since the plan, unless it is wanted as it is. */
export async function beginUpload(
  work: Work,
  { origin, ...operation }: UploadStart,
): Promise<PendingOperation | undefined> {
  const spool = spoolPath(operation.opId);
  // Flushed: the journal must not promise bytes that a power failure could lose.
  const copied = await copyTo(work, origin ?? operation.path, spool);
  if (!copied) return undefined;
  const begun = await withCopiedBytes(work, operation, copied);
  // The copy was made while a program wrote; the original stays.
  if (!begun) await dropOwn(work.files, spool);
  return begun;
}

/** The upload of the bytes that were copied; `undefined` where they are not those of the plan, unless wanted as they are. */
export async function withCopiedBytes(
  work: Work,
  operation: Omit<UploadStart, 'origin'>,
  { sha256, size }: { readonly sha256: string; readonly size: number },
): Promise<PendingOperation | undefined> {
  if (size === 0) return undefined;
  if (sha256 === operation.sha256) return { ...operation, size };
  if (!(await isWantedAsItIs(work, operation))) return undefined;
  // Without a stamp, so that the file is read again at the next scan.
  const { record } = operation;
  return { ...operation, sha256, size, stamp: '', ...(record ? { record: { ...record, size } } : {}) };
}

/** Whether a file is uploaded marked as unfinished, because it never rests and is written to while it is copied. */
async function isWantedAsItIs(
  work: Work,
  { path, identity, unfinished, record }: UploadStart,
): Promise<boolean> {
  if ((unfinished ?? record?.unfinished) === undefined) return false;
  return (await work.files.stat(path))?.identity === identity;
}

/** `undefined` where the file is gone. */
async function copyTo(work: Work, path: string, spool: string) {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      return await work.files.keepCopy(path, spool);
    } catch (error) {
      if (!(error instanceof FilesError) || error.code !== 'missing') throw error;
      // The first time the folder for copies does not exist yet.
      if (attempt === 0) await work.files.makeFolder(SPOOL);
    }
  }
  return undefined;
}

/** Makes a new version of a changed file, on the base that it was edited from. */
export async function uploadVersion(work: Work, operation: OperationOf<'upload version'>): Promise<void> {
  const asked = work.askedFor(operation.id, 'upload');
  const opId = asked ?? work.newId();
  const pending = await beginUpload(work, {
    opId,
    kind: 'version',
    library: work.memory.content.remote.get(operation.id)?.library ?? '',
    path: operation.path,
    identity: operation.expected.identity,
    stamp: operation.expected.stamp,
    sha256: operation.expected.sha256,
    recordId: operation.id,
    base: operation.base,
    unfinished: operation.unfinished,
  });
  if (!pending) return;
  const replaced = waitingFor(work, operation.id);
  work.memory.commit([
    { type: 'operation', operation: pending },
    ...(replaced ? [{ type: 'operation done', opId: replaced.opId } as const] : []),
  ]);
  // The person has saved again, within the distance between two versions.
  if (replaced) await dropOwn(work.files, spoolPath(replaced.opId));
  if (work.pace.defer(opId, operation.id, replaced?.opId) && !asked) return;
  work.pace.release(opId);
  // Whoever asked for it knows already.
  if (!asked) tell(work, pending, 'file changed');
  await sendUpload(work, pending);
}

/** A waiting content of this record. */
function waitingFor(work: Work, recordId: string): PendingOperation | undefined {
  for (const [opId] of work.pace.deferred) {
    const operation = work.memory.content.operations.get(opId);
    if (operation?.recordId === recordId) return operation;
  }
  return undefined;
}

/** Something else is about to change a document of which a content waits: that is sent first. */
export async function sendWaiting(work: Work, { id }: OperationOf<'send waiting'>): Promise<void> {
  const operation = waitingFor(work, id);
  if (operation) await sendDeferred(work, operation);
}

/** Sends a content that waited until now. */
export async function sendDeferred(work: Work, operation: PendingOperation): Promise<void> {
  work.pace.release(operation.opId);
  tell(work, operation, 'file changed');
  await sendUpload(work, operation);
}

/** Sends an upload that was begun. A large one travels beside the cycles. */
export async function sendUpload(work: Work, operation: PendingOperation): Promise<void> {
  const { transfers } = work;
  if (!transfers.isLarge(operation.size)) {
    await finishUpload(work, operation);
    return;
  }
  // The journal keeps its record and its file busy.
  transfers.start(operation.opId, operation, [], async (signal) => {
    await finishUpload({ ...work, signal }, operation);
    return [];
  });
}

/** Continues an upload from any point to its end. */
export async function finishUpload(work: Work, operation: PendingOperation): Promise<void> {
  let current = await withOwnCopy(work, operation);
  try {
    if (!(await work.files.stat(spoolPath(operation.opId)))) {
      // Without its copy it must begin anew, from the file as it is now.
      work.memory.commit([{ type: 'operation done', opId: operation.opId }]);
      return;
    }
    // How far an earlier attempt came is known once the server has said it.
    if (!operation.pending) tell(work, current, 'uploading', { progress: 0 });
    if (isSmallNewFile(work, current)) {
      const { recordId, confirmed } = await sendNewFile(work, current);
      current = { ...current, recordId };
      work.memory.commit(uploadedChanges(work, current, confirmed));
      await endUpload(work, current, confirmed);
      return;
    }
    if (isSentInOneCall(work, current)) {
      const confirmed = await sendWhole(work, current);
      work.memory.commit(uploadedChanges(work, current, confirmed));
      await endUpload(work, current, confirmed);
      return;
    }
    const pending = current.pending ?? (await create(work, current));
    if (!current.pending) {
      current = { ...current, pending, recordId: pending.recordId };
      work.memory.commit([{ type: 'operation', operation: current }]);
    }
    const isResumed = operation.pending !== undefined;
    const confirmed =
      (isResumed ? await confirmAgain(work, current, pending) : undefined) ??
      (await sendAndConfirm(work, current, pending, isResumed));
    work.memory.commit(uploadedChanges(work, current, confirmed));
    await endUpload(work, current, confirmed);
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    await failUpload(work, current, error);
  }
}

function create(work: Work, operation: PendingOperation): Promise<PendingVersion> {
  const { instead } = operation;
  if (instead) {
    const version = { ...versionOf(operation), record: instead.recordId, base: instead.versionId };
    return work.remote.createVersion(operation.opId, version, operation.token);
  }
  if (operation.record) return work.remote.createRecord(operation.opId, operation.record, operation.token);
  return work.remote.createVersion(operation.opId, versionOf(operation), operation.token);
}

const versionOf = (operation: PendingOperation): NewVersion => ({
  record: operation.recordId ?? '',
  base: operation.base ?? '',
  name: operation.record?.name ?? baseName(operation.path),
  size: operation.size,
  unfinished: operation.unfinished,
});

/**
 * Whether an edit is sent in one call, which makes its version or does nothing. One that was begun by separate calls is
 * finished by those.
 */
function isSentInOneCall({ remote }: Work, { kind, pending, size }: PendingOperation): boolean {
  return kind === 'version' && !pending && size <= remote.wholeBytes;
}

function sendWhole(work: Work, operation: PendingOperation): Promise<Confirmed> {
  const { opId, sha256, token } = operation;
  const version = { ...versionOf(operation), path: spoolPath(opId), sha256 };
  return work.remote.sendVersion(opId, version, { signal: work.signal }, token);
}

async function sendAndConfirm(
  work: Work,
  operation: PendingOperation,
  pending: PendingVersion,
  isResumed: boolean,
): Promise<Confirmed> {
  await sendBytes(work, operation, pending, isResumed);
  const { opId, sha256, size } = operation;
  return work.remote.confirm(opId, { versionId: pending.versionId, sha256, size });
}

/** Perhaps only the last answer was lost: then nothing has to be sent again. */
async function confirmAgain(
  work: Work,
  operation: PendingOperation,
  pending: PendingVersion,
): Promise<Confirmed | undefined> {
  const { opId, sha256, size } = operation;
  try {
    const confirmed = await work.remote.confirm(opId, { versionId: pending.versionId, sha256, size });
    tell(work, operation, 'uploading', { progress: 99, resumed: true });
    return confirmed;
  } catch (error) {
    if (error instanceof RemoteError && error.kind === 'mismatch') return undefined;
    throw error;
  }
}

/** Sends the copied bytes, and reports progress. `isResumed`: an earlier attempt may have reported more. */
function sendBytes(
  work: Work,
  operation: PendingOperation,
  pending: PendingVersion,
  isResumed: boolean,
): Promise<void> {
  const progressOf = (bytes: number) => Math.min(99, Math.floor((bytes / operation.size) * 100));
  return work.remote.upload(pending, spoolPath(operation.opId), operation.size, {
    signal: work.signal,
    onStart(bytes) {
      if (isResumed) tell(work, operation, 'uploading', { progress: progressOf(bytes), resumed: true });
    },
    onProgress(bytes) {
      tell(work, operation, 'uploading', { progress: progressOf(bytes) });
    },
  });
}
