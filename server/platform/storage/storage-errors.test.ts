import { describe, expect, it } from 'vitest';
import { StorageError } from './storage.ts';
import { isLeftOut, isLost, readError } from './storage-errors.ts';

const fault = (code: string) => Object.assign(new Error(`${code}: it failed`), { code });
const read = (error: unknown, there = true) => readError('a'.repeat(64), error, async () => there);

describe('the error of a failed read of a content', () => {
  it.each([
    ['ENOENT', 'not_kept', true, true],
    ['EISDIR', 'unreadable', true, true],
    ['ELOOP', 'unreadable', true, true],
    ['ENOTDIR', 'unreadable', true, true],
    ['ENXIO', 'unreadable', true, true],
    ['EIO', 'unreadable', true, true],
    ['EBADMSG', 'unreadable', true, true],
    ['EUCLEAN', 'unreadable', true, true],
    ['EACCES', 'no_rights', false, true],
    ['EPERM', 'no_rights', false, true],
  ])('%s is %s', async (code, said, lost, leftOut) => {
    const error = await read(fault(code));
    expect(error).toMatchObject({ code: said, sha256: 'a'.repeat(64) });
    expect([isLost(error), isLeftOut(error)]).toEqual([lost, leftOut]);
    // Without the folder of all contents, nothing is lost as far as anybody can tell.
    const gone = await read(fault(code), false);
    expect(gone).toMatchObject({ code: 'storage_gone' });
    expect([isLost(gone), isLeftOut(gone)]).toEqual([false, false]);
  });

  it.each([
    ['EMFILE', 'storage_failed'],
    ['ENFILE', 'storage_failed'],
    ['ENOMEM', 'storage_failed'],
    ['ESTALE', 'storage_failed'],
    ['ENODEV', 'storage_failed'],
    ['ENOSPC', 'storage_full'],
    ['EDQUOT', 'storage_full'],
  ])('%s may pass: %s', async (code, said) => {
    const error = await read(fault(code));
    expect(error).toMatchObject({ code: said, cause: { code } });
    expect([isLost(error), isLeftOut(error)]).toEqual([false, false]);
  });

  it.each(['ECONNREFUSED', 'ECONNRESET', '57P01'])('%s of the database stays what it is', async (code) => {
    const error = fault(code);
    expect(await read(error)).toBe(error);
  });

  it('stays what the storage itself says', async () => {
    const error = new StorageError('damaged', 'x');
    expect(await read(error, false)).toBe(error);
  });
});
