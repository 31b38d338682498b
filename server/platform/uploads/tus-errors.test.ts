import { ERRORS } from '@tus/server';
import { expect, it } from 'vitest';
import { ApiError } from '../errors.ts';
import { isFull } from '../machine-faults.ts';
import { StorageError } from '../storage/storage.ts';
import { headerFault, tusError } from './tus-errors.ts';

it.each([
  [{ code: 'ENOSPC' }, 'storage_full'],
  [{ code: 'EDQUOT' }, 'storage_full'],
  [{ code: 'EEXIST' }, 'conflict'],
  [{ code: 'EACCES' }, 'unavailable'],
  [{ code: 'EROFS' }, 'unavailable'],
  [{ code: 'EMFILE' }, 'unavailable'],
  [ERRORS.INVALID_CONTENT_TYPE, 'media_type'],
  [{ status_code: 409 }, 'conflict'],
  [{ status_code: 404 }, 'not_found'],
  [{ status_code: 410 }, 'not_found'],
  [{ status_code: 413 }, 'too_large'],
  [{ status_code: 501 }, 'invalid'],
])('of an error of the library, %o is ours: %s', (error, code) => {
  expect(tusError(error)?.code).toBe(code);
});

it('one of ours stays itself, and one of the library that means nothing to us is none', () => {
  const own = new ApiError('conflict');
  expect(tusError(own)).toBe(own);
  expect(tusError({ status_code: 400 })).toBeNull();
  expect(tusError(new Error('x'))).toBeNull();
});

it.each([
  [ERRORS.MISSING_OFFSET, 'Upload-Offset'],
  [ERRORS.INVALID_LENGTH, 'Upload-Length'],
  [ERRORS.INVALID_METADATA, 'Upload-Metadata'],
  [ERRORS.UNSUPPORTED_CREATION_DEFER_LENGTH_EXTENSION, 'Upload-Defer-Length'],
])('of %o the header is named: %s', (error, header) => {
  expect(tusError(error)?.body().error).toMatchObject({
    code: 'invalid',
    details: { [header]: 'Falta este encabezado, o su valor no sirve.' },
  });
});

it.each([
  [{ code: 'EEXIST' }, 'Esta carga ya se empezó: pregunta desde dónde seguir (HEAD) y continúa.'],
  [ERRORS.INVALID_OFFSET, 'La carga está en otro punto: pregunta desde dónde seguir (HEAD) y continúa.'],
  [ERRORS.ABORTED, 'La misma carga siguió por otra conexión.'],
])('of two kinds of conflict each says what to do: %o', (error, message) => {
  expect(tusError(error)?.body().error).toEqual({ code: 'conflict', message });
});

it('a lock that others hold is to be asked for again soon', () => {
  const error = tusError(ERRORS.ERR_LOCK_TIMEOUT);
  expect([error?.code, error?.retryAfter]).toEqual(['unavailable', 5]);
});

it('headers that the library refuses by itself are named', () => {
  const details = (status: number, text: string) => headerFault(status, text).body().error.details;
  const sentence = 'Falta este encabezado, o su valor no sirve.';
  expect(details(412, 'Tus-Resumable Required\n')).toEqual({ 'Tus-Resumable': sentence });
  expect(details(400, 'Invalid upload-offset upload-length\n')).toEqual({
    'Upload-Offset': sentence,
    'Upload-Length': sentence,
  });
  expect(details(404, 'Not found\n')).toBeUndefined();
});

it('a storage that cannot be reached is to be tried again in a minute', () => {
  const error = tusError(new StorageError('not_kept', 'x'));
  expect(error?.code).toBe('unavailable');
  expect(error?.retryAfter).toBe(60);
});

it('a full disk is told from other errors, whoever says so', () => {
  expect(['ENOSPC', 'EDQUOT', 'storage_full', 'EIO', 'x'].map((code) => isFull({ code }))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
