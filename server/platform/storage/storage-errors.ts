import { StorageError } from './storage.ts';

/** The system's code of an error, such as ENOENT. */
export function errno(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

export function asStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const full = errno(error) === 'ENOSPC' || errno(error) === 'EDQUOT';
  return new StorageError(full ? 'storage_full' : 'storage_failed', String(error), error);
}

/** @throws the StorageError for a failed read of a content */
export function notRead(sha256: string, error: unknown): never {
  if (errno(error) === 'ENOENT') throw new StorageError('not_kept', `no content ${sha256}`, error);
  throw asStorageError(error);
}

export const damaged = (sha256: string): StorageError =>
  new StorageError('damaged', `the content ${sha256} is not what it was`);
