import { expect, it } from 'vitest';
import { ApiError } from '../errors.ts';
import { StorageError } from '../storage/storage.ts';
import { isFull, tusError } from './tus-errors.ts';

it.each([
  [{ code: 'ENOSPC' }, 'storage_full'],
  [{ code: 'EDQUOT' }, 'storage_full'],
  [{ code: 'EEXIST' }, 'conflict'],
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

it('a storage that cannot be reached is to be tried again in a minute', () => {
  const error = tusError(new StorageError('not_kept', 'x'));
  expect(error?.code).toBe('unavailable');
  expect(error?.retryAfter).toBe(60);
});

it('a full disk is told from other errors, whoever says so', () => {
  expect(['ENOSPC', 'EDQUOT', 'storage_full', 'EIO', undefined].map((code) => isFull({ code }))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
