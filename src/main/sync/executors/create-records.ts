import { titleFromFileName } from '#shared/domain/names.ts';
import { spoolPath } from '../layout.ts';
import type { OperationOf } from '../operations.ts';
import type { KeptHold, PendingOperation } from '../ports/journal.ts';
import { type NewRecord, type PendingVersion, type RecordFields, RemoteError } from '../ports/remote.ts';
import { baseName, parentPath } from '../trees.ts';
import type { Work } from '../work.ts';
import { forEachLimited } from './limited.ts';
import { beginUpload, finishUpload, sendBytes } from './upload.ts';
import { beginAnew, endUpload, failUpload, uploadedChanges } from './upload-outcome.ts';

type CreateRecord = OperationOf<'create record'>;

/** Files up to this size travel in groups; beyond it the calls are small beside the bytes. */
const SMALL = 1 << 20;
const AT_ONCE = 8;

/** Makes records of new local files; many small ones by the batch calls. */
export async function createRecords(work: Work, operations: readonly CreateRecord[]): Promise<void> {
  const small = operations.filter((operation) => operation.size <= SMALL);
  const large = operations.filter((operation) => operation.size > SMALL);
  if (small.length > 1) await createBatch(work, small);
  else large.push(...small);
  for (const operation of large) {
    const pending = await begin(work, operation, work.newId(), undefined);
    if (!pending) continue;
    work.memory.commit([{ type: 'operation', operation: pending }]);
    await finishUpload(work, pending);
  }
}

async function createBatch(work: Work, operations: readonly CreateRecord[]): Promise<void> {
  const batch = work.newId();
  const begun: (PendingOperation | undefined)[] = [];
  await forEachLimited([...operations.keys()], AT_ONCE, async (position) => {
    const operation = operations[position] as CreateRecord;
    begun[position] = await begin(work, operation, work.newId(), { id: batch, position });
  });
  const pending = begun.filter((operation) => operation !== undefined);
  work.memory.commit(pending.map((operation) => ({ type: 'operation', operation }) as const));
  await finishBatch(work, batch, pending);
}

/** Goes on with a batch from wherever it stands. `operations` are those that the journal still has. */
export async function finishBatch(
  work: Work,
  batch: string,
  operations: readonly PendingOperation[],
): Promise<void> {
  let current = [...operations].sort((a, b) => (a.batch?.position ?? 0) - (b.batch?.position ?? 0));
  if (current.some((operation) => !operation.pending)) {
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
  const ready: { operation: PendingOperation; pending: PendingVersion }[] = [];
  await forEachLimited(current, AT_ONCE, async (operation) => {
    const { pending } = operation;
    if (!pending) return;
    try {
      await sendBytes(work, operation, pending);
      ready.push({ operation, pending });
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error;
      await failUpload(work, operation, error);
    }
  });
  if (ready.length === 0) return;
  const results = await work.remote.confirmAll(
    work.newId(),
    ready.map(({ operation, pending }) => ({
      versionId: pending.versionId,
      sha256: operation.sha256,
      size: operation.size,
    })),
  );
  const done = ready.flatMap(({ operation }, index) => {
    const result = results[index];
    return result?.ok ? [{ operation, confirmed: result.value }] : [];
  });
  work.memory.commit(done.flatMap((each) => [...uploadedChanges(work, each.operation, each.confirmed)]));
  for (const each of done) await endUpload(work, each.operation, each.confirmed);
  for (const [index, { operation }] of ready.entries()) {
    const result = results[index];
    if (result && !result.ok) await failUpload(work, operation, result.error);
  }
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
    if (error.kind === 'offline' || error.kind === 'unauthorized')
      await work.files.remove(spoolPath(operation.opId));
    else await failUpload(work, operation, error);
  }
  return current;
}

/** What the wizard sent for a new file that had been announced: the record, with those fields. */
export async function createWithFields(
  work: Work,
  hold: KeptHold,
  request: {
    readonly opId: string;
    readonly token: string | undefined;
    readonly fields: RecordFields;
    /** Where the file lies: its library, and its folder (or the library again). */
    readonly library: string;
    readonly parent: string;
    readonly path: string;
    readonly stamp: string;
    readonly modifiedAt: number;
  },
): Promise<void> {
  const { opId, token, fields, library, parent, path, stamp, modifiedAt } = request;
  const { sha256, size } = await work.files.hash(path);
  const record: NewRecord = {
    library: fields.group,
    folder: fields.folder ?? null,
    name: baseName(path),
    size,
    date: dayOf(modifiedAt),
    title: fields.title,
    fields,
  };
  const home = { library, parent, path, identity: hold.key, stamp };
  const operation = { opId, kind: 'record', ...home, sha256, record, token } as const;
  const pending = await beginUpload(work, operation);
  if (!pending) throw new RemoteError('mismatch', 'file_changed', path);
  work.memory.commit([{ type: 'operation', operation: pending }]);
  await finishUpload(work, pending);
}

async function begin(
  work: Work,
  operation: CreateRecord,
  opId: string,
  batch: PendingOperation['batch'],
): Promise<PendingOperation | undefined> {
  const { path, library, parent, expected } = operation;
  const entry = await work.files.stat(path);
  if (!entry) return undefined;
  const record: NewRecord = {
    library,
    folder: parent === library ? null : parent,
    name: baseName(path),
    size: operation.size,
    date: dayOf(entry.modifiedAt),
    title: titleFromFileName(baseName(path), baseName(parentPath(path))),
  };
  return beginUpload(work, {
    opId,
    kind: 'record',
    library,
    path,
    identity: expected.identity,
    stamp: expected.stamp,
    sha256: expected.sha256,
    parent,
    record,
    batch,
  });
}

/** The day of a file's time, as this computer's calendar has it; `YYYY-MM-DD`. */
function dayOf(modifiedAt: number): string {
  const date = new Date(Math.max(0, modifiedAt));
  const two = (value: number) => String(value).padStart(2, '0');
  const year = String(Math.min(9999, date.getFullYear())).padStart(4, '0');
  return `${year}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
