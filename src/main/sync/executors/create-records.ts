import { titleFromFileName } from '#shared/platform/files/names.ts';
import type { Failure } from '../engine/failures/failure.ts';
import { classifyFailure } from '../engine/failures/failures.ts';
import type { Work } from '../engine/work/work.ts';
import type { OperationOf } from '../planner/operations.ts';
import { baseName, parentPath } from '../planner/trees.ts';
import { FilesError } from '../ports/files.ts';
import type { KeptBlockedItem, PendingOperation } from '../ports/journal.ts';
import { type NewRecord, type RecordFields, RemoteError } from '../ports/remote.ts';
import { forEachLimited } from './limited.ts';
import { dropEndedPacks, type PackedCopies, packCopies } from './packs.ts';
import { sendNewFiles } from './send-new.ts';
import { isSmallNewFile } from './small-new-file.ts';
import { beginUpload, sendUpload, type UploadStart, withCopiedBytes } from './upload.ts';

type CreateRecord = OperationOf<'create record'>;

const AT_ONCE = 8;

/** Makes records of new local files, the small ones in bundles. */
export async function createRecords(work: Work, operations: readonly CreateRecord[]): Promise<Failure[]> {
  const failures: Failure[] = [];
  const pending = await beginAll(work, operations, failures);
  await sendNewFiles(
    work,
    pending.filter((operation) => isSmallNewFile(work, operation)),
  );
  for (const operation of pending.filter((each) => !isSmallNewFile(work, each)))
    await sendUpload(work, operation);
  return failures;
}

/** Copies the bytes of all, and notes the uploads in the journal. A file that cannot be read is one failure; the others go on. */
async function beginAll(
  work: Work,
  operations: readonly CreateRecord[],
  failures: Failure[],
): Promise<PendingOperation[]> {
  const begun: (PendingOperation | undefined)[] = [];
  const small = operations.filter(({ size }) => size <= work.remote.wholeRecordBytes);
  const packed =
    small.length > 1
      ? await packCopies(
          work,
          small.map(({ path }) => path),
        )
      : undefined;
  await forEachLimited([...operations.entries()], AT_ONCE, async ([at, operation]) => {
    try {
      begun[at] = await begin(work, operation, packed);
    } catch (error) {
      if (!(error instanceof FilesError) || classifyFailure(error).scope !== 'item') throw error;
      failures.push({ operation, error });
    }
  });
  const pending = begun.filter((operation) => operation !== undefined);
  work.memory.commit(pending.map((operation) => ({ type: 'operation', operation }) as const));
  await dropEndedPacks(work, [packed?.id]);
  return pending;
}

/** Makes the record of a new file with the fields that the wizard sent. */
export async function createWithFields(
  work: Work,
  item: KeptBlockedItem,
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
  const home = { library, parent, path, identity: item.key, stamp };
  const operation = { opId, kind: 'record', ...home, sha256, record, token } as const;
  const pending = await beginUpload(work, operation);
  if (!pending) throw new RemoteError('mismatch', 'file_changed', path);
  work.memory.commit([{ type: 'operation', operation: pending }]);
  await sendUpload(work, pending);
}

/** `undefined` where the file is gone, or is not what was planned any more. */
async function begin(
  work: Work,
  operation: CreateRecord,
  packed: PackedCopies | undefined,
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
    unfinished: operation.unfinished,
  };
  const { identity, stamp, sha256 } = expected;
  const what = { kind: 'record', library, path, identity, stamp, sha256, parent, record } as const;
  const begun = begunBefore(work, what);
  if (begun) return beginUpload(work, { opId: work.newId(), ...what, ...begun });
  const beginning: UploadStart = { opId: work.newId(), ...what };
  const copy = packed?.copies.get(path);
  if (!packed || !copy) return beginUpload(work, beginning);
  if (!(copy instanceof FilesError))
    return withCopiedBytes(work, { ...beginning, pack: { id: packed.id, at: copy.at } }, copy);
  if (copy.code === 'missing') return undefined;
  throw copy;
}

/**
 * Goes on with what an earlier attempt has made on the server, before it was refused there: that document has the name,
 * and the bytes that have come. It is made where it was begun; where its file lies elsewhere by now, it is moved there
 * next. Other bytes take the place of those that were being sent.
 */
function begunBefore(
  work: Work,
  { identity, sha256, library, parent = library, record }: Omit<UploadStart, 'opId'>,
): Partial<UploadStart> | undefined {
  const { begun } = work.memory.content.blocked.get(identity) ?? {};
  if (!begun || !record || begun.record.library !== library) return undefined;
  const { pending, opId } = begun;
  const { folder, name } = begun.record;
  return {
    record: { ...record, folder, name },
    parent: folder ?? library,
    recordId: pending.recordId,
    asked: { parent, name: record.name },
    ...(begun.sha256 === sha256 ? { opId, pending } : { instead: pending }),
  };
}

/** The day of a file's time in this computer's time zone, `YYYY-MM-DD`. */
function dayOf(modifiedAt: number): string {
  const date = new Date(Math.max(0, modifiedAt));
  const two = (value: number) => String(value).padStart(2, '0');
  const year = String(Math.min(9999, date.getFullYear())).padStart(4, '0');
  return `${year}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
