import { BUNDLE_MAX } from '#shared/domain/limits.ts';
import type { PendingOperation } from '../ports/journal.ts';
import { RemoteError } from '../ports/remote.ts';
import { TOLD_ONE_BY_ONE, type Work } from '../work.ts';
import { type Sending, sendMany } from './send-many.ts';
import { releaseSpool } from './spool.ts';
import { beginAnew, endUpload, failUpload, tell, uploadedChanges } from './upload-outcome.ts';

/** Goes on with a batch from wherever it stands. `operations` are those that the journal still has. */
export async function finishBatch(
  work: Work,
  batch: string,
  operations: readonly PendingOperation[],
): Promise<void> {
  let current = [...operations].sort((a, b) => (a.batch?.position ?? 0) - (b.batch?.position ?? 0));
  const isBegun = current.every((operation) => operation.pending);
  if (!isBegun) {
    try {
      current = await createAll(work, batch, current);
    } catch (error) {
      if (!(error instanceof RemoteError) || error.kind === 'offline' || error.kind === 'unauthorized')
        throw error;
      // The call as a whole was refused: one by one, each file gets its own answer.
      for (const operation of current) await beginAnew(work, operation);
      return;
    }
  }
  const files = current.flatMap((operation) =>
    operation.pending ? [{ operation, pending: operation.pending, isResumed: isBegun }] : [],
  );
  const told = files.length <= TOLD_ONE_BY_ONE;
  if (told && !isBegun)
    for (const { operation } of files) tell(work, operation, 'uploading', { progress: 0 });
  // Perhaps only an answer was lost: what came before it does not travel again.
  const missing = isBegun ? (await confirmMany(work, files, told)).map(({ file }) => file) : files;
  if (told && isBegun)
    for (const { operation } of missing.filter(({ operation: { size } }) => size <= BUNDLE_MAX.fileBytes))
      tell(work, operation, 'uploading', { progress: 0, resumed: true });
  for (const { file, error } of await confirmMany(work, await sendMany(work, missing)))
    await failUpload(work, file.operation, error);
}

/** Confirms those whose bytes the server has; `again`: after an interruption that screens were told of. Answers those whose bytes it has not; the others have been seen to. */
async function confirmMany(
  work: Work,
  files: readonly Sending[],
  again = false,
): Promise<{ readonly file: Sending; readonly error: RemoteError }[]> {
  if (files.length === 0) return [];
  const results = await work.remote.confirmAll(
    work.newId(),
    files.map(({ operation, pending }) => ({
      versionId: pending.versionId,
      sha256: operation.sha256,
      size: operation.size,
    })),
  );
  const done = files.flatMap(({ operation }, index) => {
    const result = results[index];
    return result?.ok ? [{ operation, confirmed: result.value }] : [];
  });
  work.memory.commit(done.flatMap((each) => [...uploadedChanges(work, each.operation, each.confirmed)]));
  // What came whole before the interruption is told as going on, and as done.
  if (again)
    for (const { operation } of done) tell(work, operation, 'uploading', { progress: 99, resumed: true });
  for (const each of done) await endUpload(work, each.operation, each.confirmed);
  const missing: { file: Sending; error: RemoteError }[] = [];
  for (const [index, file] of files.entries()) {
    const result = results[index];
    if (!result || result.ok) continue;
    if (result.error.kind === 'mismatch') missing.push({ file, error: result.error });
    else await failUpload(work, file.operation, result.error);
  }
  return missing;
}

/** One call for all of them; its answer is noted in one commit, so a replay finds all of them or none. */
async function createAll(
  work: Work,
  batch: string,
  operations: readonly PendingOperation[],
): Promise<PendingOperation[]> {
  const records = operations.flatMap((operation) => (operation.record ? [operation.record] : []));
  const results = await work.remote.createRecords(batch, records);
  const refused: { operation: PendingOperation; error: RemoteError }[] = [];
  const current: PendingOperation[] = [];
  for (const [index, operation] of operations.entries()) {
    const result = results[index];
    if (result?.ok) current.push({ ...operation, pending: result.value, recordId: result.value.recordId });
    else
      refused.push({
        operation,
        error: result?.error ?? new RemoteError('refused', 'internal', 'No result'),
      });
  }
  // A refused one leaves the batch first: alone, a restart would offer the server another body.
  work.memory.commit([
    ...current.map((operation) => ({ type: 'operation', operation }) as const),
    ...refused.map(({ operation }) => ({ type: 'operation done', opId: operation.opId }) as const),
  ]);
  for (const { operation, error } of refused) {
    if (error.kind === 'offline' || error.kind === 'unauthorized') await releaseSpool(work, operation);
    else await failUpload(work, operation, error);
  }
  return current;
}
