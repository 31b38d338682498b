import { ERRORS } from '@tus/server';
import { ApiError, invalid } from '../errors.ts';
import { isFull, isOutOfFiles } from '../machine-faults.ts';
import { StorageError } from '../storage/storage.ts';
import { t } from '../texts.ts';

/** The header that each refusal of the tus library is about. */
const HEADERS = new Map<unknown, string>([
  [ERRORS.MISSING_OFFSET, 'Upload-Offset'],
  [ERRORS.INVALID_LENGTH, 'Upload-Length'],
  [ERRORS.INVALID_METADATA, 'Upload-Metadata'],
  [ERRORS.UNSUPPORTED_CREATION_DEFER_LENGTH_EXTENSION, 'Upload-Defer-Length'],
  [ERRORS.UNSUPPORTED_CONCATENATION_EXTENSION, 'Upload-Concat'],
]);
/** The folder of uploads cannot be written until its operator changes that. */
const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS']);
/** Seconds after which a lock that another request holds may be free. */
const LOCK_RETRY_SECONDS = 5;

/** An error of the tus library as one of the catalogue: its own texts are neither JSON nor written for people. */
export function tusError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  const { code, status_code: status } = error as { code?: string; status_code?: number };
  if (isFull(error)) return new ApiError('storage_full');
  if (error instanceof StorageError) return new ApiError('unavailable', undefined, { retryAfter: 60 });
  const header = HEADERS.get(error);
  if (header) return invalid(header, t('uploads.header'));
  if (error === ERRORS.INVALID_CONTENT_TYPE) return new ApiError('media_type');
  if (UNWRITABLE.has(code ?? '') || isOutOfFiles(error))
    return new ApiError('unavailable', undefined, { retryAfter: 60 });
  if (error === ERRORS.ERR_LOCK_TIMEOUT)
    return new ApiError('unavailable', undefined, { retryAfter: LOCK_RETRY_SECONDS });
  if (error === ERRORS.ABORTED)
    return new ApiError('conflict', undefined, { message: t('uploads.elsewhere') });
  if (code === 'EEXIST') return new ApiError('conflict', undefined, { message: t('uploads.begun') });
  if (status === 409) return new ApiError('conflict', undefined, { message: t('uploads.offset') });
  if (status === 404 || status === 410) return new ApiError('not_found');
  if (status === 413) return new ApiError('too_large');
  // Parts of the protocol that this server does not support.
  if (status === 501) return new ApiError('invalid');
  return null;
}

/**
 * What the tus library refuses before it handles a request: it answers in plain text then, with the headers' names.
 * @param text such as `Invalid upload-offset upload-length`
 */
export function headerFault(status: number, text: string): ApiError {
  const names = status === 412 ? ['tus-resumable'] : (/^Invalid ([\w -]+)/.exec(text)?.[1] ?? '').split(' ');
  const faults = names.filter((name) => name !== '').map((name) => [canonical(name), t('uploads.header')]);
  return new ApiError('invalid', faults.length > 0 ? Object.fromEntries(faults) : undefined);
}

/** `upload-offset` as documents write it: `Upload-Offset`. */
const canonical = (name: string): string => name.replaceAll(/(^|-)\w/g, (letter) => letter.toUpperCase());
