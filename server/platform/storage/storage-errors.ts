import { StorageError, type StorageErrorCode } from './storage.ts';

/** The system's code of an error, such as ENOENT. */
export function errno(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** What the system's errors say where a content is read. */
export const READ_FAULTS: Readonly<Record<string, StorageErrorCode>> = {
  ENOENT: 'not_kept',
  // Something else stands in its place.
  EISDIR: 'unreadable',
  ELOOP: 'unreadable',
  ENOTDIR: 'unreadable',
  ENXIO: 'unreadable',
  // The disk or the file system has lost its sectors.
  EIO: 'unreadable',
  EBADMSG: 'unreadable',
  EUCLEAN: 'unreadable',
  // The bytes are there, and come back with the right to read them.
  EACCES: 'no_rights',
  EPERM: 'no_rights',
  // Faults of the moment, or of the whole machine or disk: another try may bring the content.
  EMFILE: 'storage_failed',
  ENFILE: 'storage_failed',
  ENOMEM: 'storage_failed',
  ESTALE: 'storage_failed',
  ENODEV: 'storage_failed',
  ENOSPC: 'storage_full',
  EDQUOT: 'storage_full',
};

const LOST: ReadonlySet<unknown> = new Set<StorageErrorCode>(['damaged', 'not_kept', 'unreadable']);

/** Whether a content is lost for good, as far as this server can tell. Another try would say the same. */
export const isLost = (error: unknown): error is StorageError =>
  error instanceof StorageError && LOST.has(error.code);

/** Whether this one content cannot be given, while others can: where several are sent, they come without it. */
export const isLeftOut = (error: unknown): error is StorageError =>
  isLost(error) || (error instanceof StorageError && error.code === 'no_rights');

export function asStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const full = READ_FAULTS[errno(error) ?? ''] === 'storage_full';
  return new StorageError(full ? 'storage_full' : 'storage_failed', String(error), { cause: error });
}

/**
 * The error of a failed read of a content. Those that are no file's, such as a database's, stay what they are.
 * @param isThere whether the storage's own folder is: without it nothing can be said of a single content
 */
export async function readError(
  sha256: string,
  error: unknown,
  isThere: () => Promise<boolean>,
): Promise<unknown> {
  const code = READ_FAULTS[errno(error) ?? ''];
  if (error instanceof StorageError || code === undefined) return error;
  if (code === 'storage_failed' || code === 'storage_full') return asStorageError(error);
  if (!(await isThere()))
    return new StorageError('storage_gone', 'the folder of the contents is not there', { cause: error });
  const what = code === 'not_kept' ? `no content ${sha256}` : `the content ${sha256} cannot be read`;
  return new StorageError(code, what, { cause: error, sha256 });
}

export const damaged = (sha256: string): StorageError =>
  new StorageError('damaged', `the content ${sha256} is not what it was`, { sha256 });
