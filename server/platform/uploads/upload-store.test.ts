import { readFile, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256Of } from '../../testing/documents.ts';
import { SMALL, someBytes, TestUploadStore } from '../../testing/uploads/upload-store.ts';

const PROGRAM = Buffer.from('MZ and what follows');

let at: TestUploadStore;

beforeEach(async () => {
  at = await TestUploadStore.create();
});
afterEach(() => at.remove());

describe('an upload by tus', () => {
  it('may be created, with its first bytes, and terminated, and have no length that comes later', () => {
    expect(at.store.extensions).toEqual(['creation', 'creation-with-upload', 'termination']);
  });

  it.each([
    [SMALL, ['a.json']],
    [SMALL + 1, ['a', 'a.json']],
  ])('of %i bytes is announced by %j', async (size, files) => {
    await at.announce('a', size);
    expect(await at.names()).toEqual(files);
    const upload = await at.store.getUpload('a');
    expect([upload.size, upload.offset]).toEqual([size, 0]);
    expect(await at.store.received('a')).toBeNull();
  });

  it('is created once', async () => {
    await at.announce('a', 10);
    await expect(at.announce('a', 10)).rejects.toMatchObject({ message: 'exists', code: 'EEXIST' });
  });

  it.each([1, 22_000, SMALL])('of %i bytes that comes in one piece is one read-only file', async (size) => {
    const bytes = someBytes(size);
    await at.announce('a', size);
    expect(await at.send('a', bytes)).toBe(size);
    expect(await at.names()).toEqual(['a.json', 'a.whole']);
    expect((await stat(join(at.folder, 'a.whole'))).mode & 0o777).toBe(0o400);
    expect(await at.store.received('a')).toEqual({
      ...{ key: 'a', path: join(at.folder, 'a.whole'), sha256: sha256Of(bytes), size },
      ...{ executable: false, sealed: true, alone: false },
    });
    expect(at.arrived).toEqual(['a']);
  });

  it.each([5000, SMALL + 5000])('of %i bytes that is whole takes its empty last part again', async (size) => {
    const bytes = someBytes(size);
    await at.announce('a', size);
    await at.send('a', bytes);
    expect(await at.store.write(Readable.from([]), 'a', size)).toBe(size);
    expect(await at.store.received('a')).toMatchObject({ sha256: sha256Of(bytes), size });
  });

  it('that is large is written as it comes, and goes on where it broke off', async () => {
    const bytes = someBytes(SMALL + 50_000);
    await at.announce('a', bytes.length);
    await at.breakOff('a', [bytes.subarray(0, 70_000), bytes.subarray(70_000, 90_000)]);
    expect(at.arrived).toEqual(['a', 'a']);
    expect((await at.store.getUpload('a')).offset).toBe(90_000);
    expect(await at.store.received('a')).toBeNull();
    expect(await at.send('a', bytes.subarray(90_000), 90_000)).toBe(bytes.length);
    expect(await at.store.received('a')).toMatchObject({
      ...{ path: join(at.folder, 'a'), sha256: sha256Of(bytes), size: bytes.length },
      ...{ sealed: false, alone: false },
    });
  });

  it('that is small and breaks off becomes an ordinary one, and goes on where it was', async () => {
    const bytes = someBytes(5000);
    await at.announce('a', 5000);
    await at.breakOff('a', [bytes.subarray(0, 1000), bytes.subarray(1000, 3000)]);
    expect(await at.names()).toEqual(['a', 'a.json']);
    expect(await readFile(join(at.folder, 'a'))).toEqual(bytes.subarray(0, 3000));
    expect((await at.store.getUpload('a')).offset).toBe(3000);
    await at.send('a', bytes.subarray(3000), 3000);
    expect(await at.store.received('a')).toMatchObject({ sha256: sha256Of(bytes), sealed: false });
  });

  it('of which nothing came has no file yet', async () => {
    await at.announce('a', 5000);
    await at.breakOff('a', []);
    expect(await at.names()).toEqual(['a.json']);
    expect((await at.store.getUpload('a')).offset).toBe(0);
  });

  it('that comes whole while another answer had it whole is refused, and what is there stays', async () => {
    const bytes = someBytes(400);
    await at.announce('a', 400);
    await at.send('a', bytes);
    await expect(at.send('a', someBytes(400))).rejects.toMatchObject({ code: 'EEXIST' });
    expect(await at.store.received('a')).toMatchObject({ sha256: sha256Of(bytes) });
  });

  it('goes on after a restart by what lies on the disk', async () => {
    const bytes = someBytes(SMALL + 1);
    await at.announce('a', bytes.length);
    await at.breakOff('a', [bytes.subarray(0, 100_000)]);
    at.open();
    expect((await at.store.getUpload('a')).offset).toBe(100_000);
    await at.send('a', bytes.subarray(100_000), 100_000);
    at.open();
    expect(await at.store.received('a')).toMatchObject({ sha256: sha256Of(bytes), sealed: false });
  });

  it('begins with no bytes of an earlier one under its key', async () => {
    await at.announce('a', SMALL + 1);
    await at.breakOff('a', [someBytes(70_000)]);
    // As where a process ended between two steps.
    await unlink(join(at.folder, 'a.json'));
    const bytes = someBytes(SMALL + 70_000);
    await at.announce('a', bytes.length);
    expect((await stat(join(at.folder, 'a'))).size).toBe(0);
    await at.breakOff('a', [bytes.subarray(0, 70_000)]);
    await at.send('a', bytes.subarray(70_000), 70_000);
    expect(await at.store.received('a')).toMatchObject({ sha256: sha256Of(bytes) });
  });

  it('whose description is lost does not go on', async () => {
    await at.announce('a', SMALL + 1);
    await unlink(join(at.folder, 'a.json'));
    await expect(at.store.getUpload('a')).rejects.toEqual({ status_code: 404, body: '' });
    await at.announce('b', SMALL + 1);
    await unlink(join(at.folder, 'b'));
    await expect(at.store.getUpload('b')).rejects.toEqual({ status_code: 404, body: '' });
    // A small one has no file before its bytes come.
    await at.announce('c', SMALL);
    expect((await at.store.getUpload('c')).offset).toBe(0);
  });
});

describe('programs', () => {
  const PIECES = [[PROGRAM], [PROGRAM.subarray(0, 1), PROGRAM.subarray(1)]];

  it.each(PIECES)('are refused before a byte is stored', async (...pieces) => {
    for (const size of [PROGRAM.length, SMALL + 1]) {
      await at.announce(`a${size}`, size);
      await expect(at.store.write(Readable.from(pieces), `a${size}`, 0)).rejects.toMatchObject({
        code: 'file_kind',
      });
      expect((await at.store.getUpload(`a${size}`)).offset).toBeLessThan(2);
    }
    await expect(at.store.take('b', PROGRAM, true)).rejects.toMatchObject({ code: 'file_kind' });
    await expect(at.store.take('b', PROGRAM, false)).rejects.toMatchObject({ code: 'file_kind' });
    expect(await at.store.received('b')).toBeNull();
  });

  it('are refused where their first bytes come in two calls', async () => {
    await at.announce('a', SMALL + 1);
    await at.breakOff('a', [PROGRAM.subarray(0, 1)]);
    await expect(at.send('a', PROGRAM.subarray(1), 1)).rejects.toMatchObject({ code: 'file_kind' });
    expect((await at.store.getUpload('a')).offset).toBe(1);
  });

  it('are known by the beginning alone', async () => {
    const bytes = Buffer.concat([Buffer.from('acta'), PROGRAM]);
    await at.announce('a', bytes.length);
    await at.store.write(Readable.from([bytes.subarray(0, 4), bytes.subarray(4)]), 'a', 0);
    expect(await at.store.received('a')).toMatchObject({ executable: false, size: bytes.length });
  });

  it('that lie there all the same are told', async () => {
    await at.announce('a', PROGRAM.length);
    await writeFile(join(at.folder, 'a.whole'), PROGRAM);
    expect(await at.store.received('a')).toMatchObject({ executable: true });
  });
});
