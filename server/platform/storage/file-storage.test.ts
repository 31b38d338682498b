import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MIB, openTestStorage, sha256Of, type TestStorage } from '../../testing/uploads/file-storage.ts';
import type { Storage } from './storage.ts';

describe('FileStorage', () => {
  let folder: TestStorage;
  let dataDir: string;
  let storage: Storage;
  let opened: TestStorage['opened'];
  let keptAt: TestStorage['keptAt'];
  let temporary: TestStorage['temporary'];
  let temporaries: TestStorage['temporaries'];
  beforeEach(async () => {
    folder = await openTestStorage();
    ({ dataDir, storage, opened, keptAt, temporary, temporaries } = folder);
  });
  afterEach(() => folder.remove());

  it('gives back what it was given, whole and in part', async () => {
    const bytes = randomBytes(100_000);
    const { path, sha256, size } = temporary(bytes);
    await storage.putFile({ path, sha256, size });
    rmSync(path);
    expect(await storage.stat(sha256)).toEqual({ size: 100_000 });
    expect(await buffer(await storage.open(sha256))).toEqual(bytes);
    expect(await buffer(await storage.open(sha256, { start: 10, end: 19 }))).toEqual(bytes.subarray(10, 20));
    expect(await buffer(await storage.open(sha256, { start: 99_990 }))).toEqual(bytes.subarray(99_990));
    expect(readFileSync(join(dataDir, 'files', sha256.slice(0, 1), sha256))).toEqual(bytes);
  });

  it('keeps what it was given, whoever goes on writing into the file that they came in', async () => {
    for (const size of [1000, MIB, 3 * MIB + 5]) {
      const bytes = randomBytes(size);
      const file = temporary(bytes);
      const writer = openSync(file.path, 'r+');
      await storage.putFile(file);
      writeSync(writer, randomBytes(500), 0, 500, 0);
      closeSync(writer);
      expect(await buffer(await storage.open(file.sha256))).toEqual(bytes);
      expect(await storage.verify(file.sha256)).toBe(true);
      expect(statSync(keptAt(file.sha256)).mode & 0o777).toBe(0o400);
    }
  });

  it('takes no bytes under the hash of others', async () => {
    const file = temporary(randomBytes(2 * MIB));
    await expect(storage.putFile({ ...file, sha256: 'a'.repeat(64) })).rejects.toMatchObject({
      code: 'hash_mismatch',
    });
    expect(existsSync(keptAt('a'.repeat(64)))).toBe(false);
    expect(temporaries()).toEqual([basename(file.path)]);
  });

  it('keeps equal bytes once, whoever comes first', async () => {
    const bytes = randomBytes(1000);
    const results = await Promise.all(Array.from({ length: 20 }, () => storage.putFile(temporary(bytes))));
    expect(results).toHaveLength(20);
    expect(readdirSync(join(dataDir, 'files', sha256Of(bytes).slice(0, 1)))).toEqual([sha256Of(bytes)]);
  });

  it('keeps many at once, and one bad file does not spoil the others', async () => {
    const files = Array.from({ length: 60 }, () => temporary(randomBytes(50)));
    await storage.putMany(files);
    for (const file of files) expect(await storage.stat(file.sha256)).toEqual({ size: 50 });
    const more = Array.from({ length: 10 }, () => temporary(randomBytes(50)));
    const short = { ...temporary(randomBytes(10)), size: 11 };
    await expect(storage.putMany([short, ...more])).rejects.toMatchObject({ code: 'size_mismatch' });
    expect(await storage.stat(short.sha256)).toBeNull();
    for (const file of more) expect(await storage.stat(file.sha256)).toEqual({ size: 50 });
  });

  it('takes a repeated put for the first one, and a missing file for what it is', async () => {
    const file = temporary(randomBytes(10));
    await storage.putFile(file);
    await storage.putFile(file);
    await storage.remove(file.sha256);
    rmSync(file.path);
    await expect(storage.putFile(file)).rejects.toMatchObject({ code: 'source_missing' });
  });

  it('takes over at its start what an earlier layout kept in folders of two levels', async () => {
    const bytes = randomBytes(100);
    const sha256 = sha256Of(bytes);
    const former = join(dataDir, 'files', sha256.slice(0, 2), sha256.slice(2, 4));
    mkdirSync(former, { recursive: true });
    writeFileSync(join(former, sha256), bytes);
    const again = await opened();
    expect(await buffer(await again.open(sha256))).toEqual(bytes);
    expect(readdirSync(join(dataDir, 'files')).sort()).toEqual([sha256.slice(0, 1), 'incoming'].sort());
  });

  it('keeps an empty file', async () => {
    const file = temporary(Buffer.alloc(0));
    await storage.putFile(file);
    expect(await storage.stat(file.sha256)).toEqual({ size: 0 });
  });

  it.each(['', '../../etc/passwd', `${'a'.repeat(63)}/`, 'A'.repeat(64), `${'a'.repeat(64)}\n`])(
    'takes nothing but a hash for a name: %j',
    async (name) => {
      await expect(storage.open(name)).rejects.toMatchObject({ code: 'bad_hash' });
      await expect(storage.stat(name)).rejects.toMatchObject({ code: 'bad_hash' });
      await expect(storage.remove(name)).rejects.toMatchObject({ code: 'bad_hash' });
      const { path, size } = temporary(Buffer.from('x'));
      await expect(storage.putFile({ path, sha256: name, size })).rejects.toMatchObject({ code: 'bad_hash' });
      expect(existsSync(path)).toBe(true);
    },
  );

  it('forgets, and says so', async () => {
    const file = temporary(randomBytes(10));
    await storage.putFile(file);
    await storage.remove(file.sha256);
    await storage.remove(file.sha256);
    expect(await storage.stat(file.sha256)).toBeNull();
    await expect(storage.open(file.sha256)).rejects.toMatchObject({ code: 'not_kept' });
  });

  it('sweeps at start what a crash left long ago, and not an upload that may go on', async () => {
    const old = temporary(randomBytes(10)).path;
    const young = temporary(randomBytes(10)).path;
    for (const description of [`${old}.json`, `${young}.json`]) writeFileSync(description, '{}');
    const threeDaysAgo = Date.now() / 1000 - 3 * 86_400;
    for (const path of [old, `${old}.json`, `${young}.json`]) utimesSync(path, threeDaysAgo, threeDaysAgo);
    await opened();
    expect([old, `${old}.json`].some(existsSync)).toBe(false);
    expect([young, `${young}.json`].every(existsSync)).toBe(true);
  });

  it('knows whether it can write', async () => {
    await storage.healthy();
    expect(temporaries()).toEqual([]);
    rmSync(storage.incoming, { recursive: true });
    await expect(storage.healthy()).rejects.toMatchObject({ code: 'storage_failed' });
  });
});
