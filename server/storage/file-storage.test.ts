import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFileStorage } from './file-storage.ts';
import type { Storage } from './storage.ts';

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('FileStorage', () => {
  let dataDir: string;
  let storage: Storage;
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'legajo-storage-'));
    storage = await openFileStorage(dataDir);
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  function temporary(bytes: Buffer) {
    const path = join(storage.incoming, randomUUID());
    writeFileSync(path, bytes);
    return { path, sha256: sha256Of(bytes), size: bytes.length };
  }

  const temporaries = () => readdirSync(storage.incoming);

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

  it('replaces a damaged file of another length', async () => {
    const bytes = randomBytes(100);
    const { sha256, ...first } = temporary(bytes);
    await storage.putFile({ sha256, ...first });
    writeFileSync(join(dataDir, 'files', sha256.slice(0, 1), sha256), 'damaged');
    const again = temporary(bytes);
    await storage.putFile(again);
    expect(await buffer(await storage.open(sha256))).toEqual(bytes);
    expect(temporaries().sort()).toEqual([basename(first.path), basename(again.path)].sort());
  });

  it('takes over at its start what an earlier layout kept in folders of two levels', async () => {
    const bytes = randomBytes(100);
    const sha256 = sha256Of(bytes);
    const former = join(dataDir, 'files', sha256.slice(0, 2), sha256.slice(2, 4));
    mkdirSync(former, { recursive: true });
    writeFileSync(join(former, sha256), bytes);
    const opened = await openFileStorage(dataDir);
    expect(await buffer(await opened.open(sha256))).toEqual(bytes);
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
    await openFileStorage(dataDir);
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
