import { spoolPath } from '../engine/layout.ts';
import type { Work } from '../engine/work.ts';
import type { PendingOperation } from '../ports/journal.ts';
import { type NewRecord, RemoteError, type SentRecord, type SmallRecord } from '../ports/remote.ts';

/** A small new file: its record and its bytes are one call, which makes the document or does nothing. */
export type SmallNewFile = PendingOperation & { readonly record: NewRecord };

/** Whether a file goes that way; what a person filled in, and what several calls began, goes by those. */
export function isSmallNewFile({ remote }: Work, operation: PendingOperation): operation is SmallNewFile {
  const { record, pending, token, size } = operation;
  return record !== undefined && !record.fields && !pending && !token && size <= remote.wholeRecordBytes;
}

/** The document of one file. Raises `RemoteError`. */
export async function sendNewFile(work: Work, file: SmallNewFile): Promise<SentRecord> {
  const [result] = await work.remote.sendRecords([asSent(file)], { signal: work.signal });
  if (!result?.ok) throw result?.error ?? new RemoteError('refused', 'internal', 'No result');
  return result.value;
}

/** As it travels. */
export const asSent = ({ opId, record, sha256, size }: SmallNewFile): SmallRecord => ({
  opId,
  record,
  path: spoolPath(opId),
  sha256,
  size,
});
