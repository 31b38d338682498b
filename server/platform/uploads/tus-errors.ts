import { ApiError } from '../errors.ts';
import { StorageError } from '../storage/storage.ts';

/** An error of the tus library as one of the catalogue: its own texts are neither JSON nor written for people. */
export function tusError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  const { code, status_code: status } = error as { code?: string; status_code?: number };
  if (isFull(error)) return new ApiError('storage_full');
  if (error instanceof StorageError) return new ApiError('unavailable', undefined, { retryAfter: 60 });
  if (code === 'EEXIST' || status === 409) return new ApiError('conflict');
  if (status === 404 || status === 410) return new ApiError('not_found');
  if (status === 413) return new ApiError('too_large');
  // Parts of the protocol that this server does not support.
  if (status === 501) return new ApiError('invalid');
  return null;
}

/** Whether the disk is full. */
export function isFull(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'storage_full';
}
