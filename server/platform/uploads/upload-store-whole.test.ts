import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BUNDLE_MAX } from '#shared/platform/limits.ts';
import { sha256Of } from '../../testing/documents.ts';
import { SMALL, someBytes, TestUploadStore } from '../../testing/uploads/upload-store.ts';

let at: TestUploadStore;

beforeEach(async () => {
  at = await TestUploadStore.create();
});
afterEach(() => at.remove());

describe('an upload that comes whole in a body with several', () => {
  it('is this call’s alone where its key was just made', async () => {
    const bytes = someBytes(1000);
    await at.store.take('a', bytes, true);
    expect(at.arrived).toEqual(['a']);
    expect(await at.names()).toEqual(['a.whole']);
    expect(await at.store.received('a')).toMatchObject({
      sha256: sha256Of(bytes),
      sealed: true,
      alone: true,
    });
    await at.store.remove('a');
    expect(await at.names()).toEqual([]);
  });

  it.each([1000, SMALL + 1, BUNDLE_MAX.fileBytes])(
    'of %i bytes may have been announced before',
    async (size) => {
      const bytes = someBytes(size);
      await at.announce('a', size);
      await at.store.take('a', bytes, false);
      expect(await at.store.received('a')).toMatchObject({
        sha256: sha256Of(bytes),
        sealed: true,
        alone: false,
        size,
      });
      await at.store.remove('a');
      expect(await at.names()).toEqual([]);
    },
  );

  it('and is there whole already is left as it is', async () => {
    const bytes = someBytes(1000);
    await at.announce('a', 1000);
    await at.store.take('a', bytes, false);
    const { ino } = await stat(join(at.folder, 'a.whole'));
    at.arrived = [];
    await at.store.take('a', bytes, false);
    expect(at.arrived).toEqual([]);
    expect((await stat(join(at.folder, 'a.whole'))).ino).toBe(ino);
    expect(await at.store.received('a')).toMatchObject({ sha256: sha256Of(bytes) });
  });

  it('and was begun by tus goes on so', async () => {
    const bytes = someBytes(1000);
    await at.announce('a', 1000);
    await at.breakOff('a', [bytes.subarray(0, 400)]);
    await expect(at.store.take('a', bytes, false)).rejects.toMatchObject({
      message: 'exists',
      code: 'EEXIST',
    });
    expect((await at.store.getUpload('a')).offset).toBe(400);
  });

  it('and has another size than what came whole is refused', async () => {
    await at.announce('a', 1000);
    await at.store.take('a', someBytes(1000), false);
    await expect(at.store.take('a', someBytes(999), false)).rejects.toMatchObject({ code: 'EEXIST' });
  });

  it('and was announced with another size is not taken for whole', async () => {
    const bytes = someBytes(400);
    await at.announce('a', 1000);
    await at.breakOff('a', [bytes]);
    await expect(at.store.take('a', bytes, false)).rejects.toMatchObject({ code: 'EEXIST' });
  });

  it('twice at once is stored once', async () => {
    const bytes = someBytes(200_000);
    await at.announce('a', bytes.length);
    await Promise.all([at.store.take('a', bytes, false), at.store.take('a', bytes, false)]);
    expect(await at.names()).toEqual(['a.json', 'a.whole']);
    expect(await at.store.received('a')).toMatchObject({ sha256: sha256Of(bytes) });
  });

  it('beside other bytes of the same key is refused', async () => {
    await at.announce('a', 200_000);
    const both = [someBytes(200_000), someBytes(100_000)];
    const ends = await Promise.allSettled(both.map((bytes) => at.store.take('a', bytes, false)));
    expect(ends.filter(({ status }) => status === 'rejected').length).toBeLessThanOrEqual(1);
    const kept = await readFile(join(at.folder, 'a.whole'));
    expect(both.map(sha256Of)).toContain(sha256Of(kept));
  });

  it('is not taken for the empty file that a broken write left', async () => {
    await writeFile(join(at.folder, 'a.whole'), '');
    await expect(at.store.take('a', someBytes(1000), true)).rejects.toMatchObject({ code: 'EEXIST' });
  });

  it('says what is wrong where it cannot be written, and leaves nothing half', async () => {
    await expect(at.store.take('missing/a', someBytes(10), true)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(at.store.take('missing/b', someBytes(10), false)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await at.names()).toEqual([]);
  });
});
