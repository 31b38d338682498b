import { packPath, spoolPath } from '../engine/layout.ts';
import type { Work } from '../engine/work/work.ts';
import type { PendingOperation } from '../ports/journal.ts';
import { type NewRecord, RemoteError, type SentRecord, type SmallRecord } from '../ports/remote.ts';

/** A small new file: one call makes its record with its bytes, or does nothing. */
export type SmallNewFile = PendingOperation & { readonly record: NewRecord };

/**
 * Whether a file is sent that way. Files with fields of a wizard, and those begun by separate calls, are finished by
 * those.
 */
export function isSmallNewFile({ remote }: Work, operation: PendingOperation): operation is SmallNewFile {
  const { record, pending, instead, token, size } = operation;
  return (
    record !== undefined &&
    !record.fields &&
    !pending &&
    !instead &&
    !token &&
    size <= remote.wholeRecordBytes
  );
}

/** Makes the document of one file. Throws `RemoteError`. */
export async function sendNewFile(work: Work, file: SmallNewFile): Promise<SentRecord> {
  const [result] = await work.remote.sendRecords([asSent(file)], { signal: work.signal });
  if (!result?.ok) throw result?.error ?? new RemoteError('refused', 'internal', 'No result');
  return result.value;
}

/** The file as it is sent. */
export const asSent = ({ opId, record, sha256, size, pack }: SmallNewFile): SmallRecord => ({
  opId,
  record,
  path: pack ? packPath(pack.id) : spoolPath(opId),
  at: pack?.at,
  sha256,
  size,
});
