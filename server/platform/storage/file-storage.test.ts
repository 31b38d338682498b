import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BLOCK_BYTES } from './blocks.ts';
import { openFileStorage } from './file-storage.ts';
import type { Storage } from './storage.ts';

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const MIB = 1024 ** 2;

/** How many files this process has open; nothing to count where the system has no such list. */
const openFiles = () => (existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0);

describe('FileStorage', () => {
  let dataDir: string;
  let storage: Storage;
  /** What the database would hold. */
  let blocks: Map<string, Uint8Array>;
  let damaged: string[];
  const opened = () =>
    openFileStorage(dataDir, {
      blocks: {
        find: async (sha256) => blocks.get(sha256) ?? null,
        keep: async (more) => {
          for (const [sha256, hashes] of more) blocks.set(sha256, hashes);
        },
      },
      onDamaged: (sha256) => damaged.push(sha256),
    });
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'legajo-storage-'));
    [blocks, damaged] = [new Map(), []];
    storage = await opened();
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  const keptAt = (sha256: string) => join(dataDir, 'files', sha256.slice(0, 1), sha256);
  /** As a broken disk does it, or somebody who may write there: one byte, and the size stays. */
  function damage(sha256: string, at: number): void {
    chmodSync(keptAt(sha256), 0o600);
    const file = openSync(keptAt(sha256), 'r+');
    const byte = Buffer.alloc(1);
    readSync(file, byte, 0, 1, at);
    writeSync(file, Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, at);
    closeSync(file);
  }

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

  describe.each([
    ['of one block', 100_000, 50_000],
    ['of several blocks', 5 * MIB + 17, 3 * MIB + 7],
  ])('a damaged content %s', (_what, size, at) => {
    it('is not served, in no part that the damage is in, and is told', async () => {
      const bytes = randomBytes(size);
      const { sha256, ...file } = temporary(bytes);
      await storage.putFile({ sha256, ...file });
      damage(sha256, at);
      const part = async (start: number, end: number) => buffer(await storage.open(sha256, { start, end }));
      await expect(part(0, size - 1)).rejects.toMatchObject({ code: 'damaged' });
      await expect(part(at, at)).rejects.toMatchObject({ code: 'damaged' });
      await expect(part(at + 1, at + 10)).rejects.toMatchObject({ code: 'damaged' });
      await expect(storage.read(sha256)).rejects.toMatchObject({ code: 'damaged' });
      expect(damaged).toEqual([sha256, sha256, sha256, sha256]);
      expect(await storage.verify(sha256)).toBe(false);
      // What is whole of a large one still is.
      if (size > MIB) expect(await part(MIB, 2 * MIB)).toEqual(bytes.subarray(MIB, 2 * MIB + 1));
    });

    it('ends before its bad block, and not after it', async () => {
      const bytes = randomBytes(size);
      const { sha256, ...file } = temporary(bytes);
      await storage.putFile({ sha256, ...file });
      damage(sha256, at);
      const came: Buffer[] = [];
      const read = async () => {
        for await (const chunk of await storage.open(sha256)) came.push(chunk as Buffer);
      };
      await expect(read()).rejects.toMatchObject({ code: 'damaged' });
      const whole = Buffer.concat(came);
      expect(whole.length).toBe(Math.floor(at / BLOCK_BYTES) * BLOCK_BYTES);
      expect(whole).toEqual(bytes.subarray(0, whole.length));
    });

    it('is whole again once its bytes are given anew', async () => {
      const bytes = randomBytes(size);
      const file = temporary(bytes);
      await storage.putFile(file);
      damage(file.sha256, at);
      await storage.putFile(file);
      expect(await buffer(await storage.open(file.sha256))).toEqual(bytes);
    });

    it('cut short is damaged too', async () => {
      const file = temporary(randomBytes(size));
      await storage.putFile(file);
      chmodSync(keptAt(file.sha256), 0o600);
      truncateSync(keptAt(file.sha256), size - 1);
      const all = async () => buffer(await storage.open(file.sha256));
      await expect(all()).rejects.toMatchObject({ code: 'damaged' });
    });
  });

  it('checks a large content that was kept before its blocks were hashed, too', async () => {
    const bytes = randomBytes(4 * MIB);
    const { sha256, ...file } = temporary(bytes);
    await storage.putFile({ sha256, ...file });
    blocks.clear();
    expect(await buffer(await storage.open(sha256, { start: MIB, end: MIB }))).toEqual(
      bytes.subarray(MIB, MIB + 1),
    );
    expect(blocks.has(sha256)).toBe(true);
    blocks.clear();
    damage(sha256, 3 * MIB);
    await expect(storage.open(sha256, { start: 0, end: 5 })).rejects.toMatchObject({ code: 'damaged' });
    expect(blocks.has(sha256)).toBe(false);
  });

  it('lets go of a file whose reader goes away in the middle', async () => {
    const file = temporary(randomBytes(8 * MIB));
    await storage.putFile(file);
    const before = openFiles();
    for (let turn = 0; turn < 5; turn += 1) {
      const stream = await storage.open(file.sha256);
      for await (const _chunk of stream) break;
    }
    await expect.poll(openFiles).toBe(before);
  });

  it('lets go of a file whose reader goes away before the first byte', async () => {
    const file = temporary(randomBytes(8 * MIB));
    await storage.putFile(file);
    const before = openFiles();
    for (let turn = 0; turn < 5; turn += 1) (await storage.open(file.sha256)).destroy();
    // At once: the garbage collector would close them too, at its time.
    await expect.poll(openFiles, { timeout: 500 }).toBe(before);
  });

  it('keeps little in memory for readers that read nothing more, and reads on for each of them', async () => {
    const bytes = randomBytes(2 * MIB);
    const file = temporary(bytes);
    await storage.putFile(file);
    const before = process.memoryUsage().arrayBuffers;
    const streams = await Promise.all(Array.from({ length: 300 }, () => storage.open(file.sha256)));
    const begun = await Promise.all(
      streams.map(async (stream) => {
        const chunks = stream.iterator({ destroyOnReturn: false });
        return { chunks, first: (await chunks.next()).value as Buffer };
      }),
    );
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(150 * MIB);
    for (const { chunks, first } of begun.slice(0, 100)) {
      const rest: Buffer[] = [];
      for await (const chunk of chunks) rest.push(chunk as Buffer);
      expect(Buffer.concat([first, ...rest]).equals(bytes)).toBe(true);
    }
    for (const stream of streams) stream.destroy();
  });

  it('compares a block that it had to drop again', async () => {
    const file = temporary(randomBytes(MIB));
    await storage.putFile(file);
    const stream = await storage.open(file.sha256);
    const chunks = stream.iterator({ destroyOnReturn: false });
    await chunks.next();
    const others = await Promise.all(Array.from({ length: 100 }, () => storage.open(file.sha256)));
    damage(file.sha256, MIB - 1);
    const rest = async () => {
      for await (const _chunk of chunks);
    };
    await expect(rest()).rejects.toMatchObject({ code: 'damaged' });
    for (const other of others) other.destroy();
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
    chmodSync(keptAt(sha256), 0o600);
    writeFileSync(keptAt(sha256), 'damaged');
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
