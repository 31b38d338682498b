import { ApiError } from '../errors.ts';
import { StorageError } from '../storage/storage.ts';

/** What the tus library threw, as an error of the catalogue: its own texts are neither JSON nor for people. */
export function tusError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  const { code, status_code: status } = error as { code?: string; status_code?: number };
  if (code === 'ENOSPC' || code === 'EDQUOT' || error instanceof StorageError) {
    return new ApiError('unavailable', undefined, { retryAfter: 60 });
  }
  if (code === 'EEXIST' || status === 409) return new ApiError('conflict');
  if (status === 404 || status === 410) return new ApiError('not_found');
  if (status === 413) return new ApiError('too_large');
  return null;
}
