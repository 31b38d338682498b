import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MIB, openTestStorage, type TestStorage } from '../../testing/uploads/file-storage.ts';
import { BLOCK_BYTES } from './blocks.ts';
import type { Storage } from './storage.ts';

describe('FileStorage, with a damaged disk', () => {
  let folder: TestStorage;
  let storage: Storage;
  let blocks: TestStorage['blocks'];
  let damaged: TestStorage['damaged'];
  let keptAt: TestStorage['keptAt'];
  let damage: TestStorage['damage'];
  let temporary: TestStorage['temporary'];
  let temporaries: TestStorage['temporaries'];
  beforeEach(async () => {
    folder = await openTestStorage();
    ({ storage, blocks, damaged, keptAt, damage, temporary, temporaries } = folder);
  });
  afterEach(() => folder.remove());

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

  it.skipIf(process.platform === 'win32')(
    'takes a pipe in the place of a content for no content',
    async () => {
      const { sha256, ...file } = temporary(randomBytes(1000));
      await storage.putFile({ sha256, ...file });
      const other = temporary(randomBytes(1000));
      await storage.putFile(other);
      unlinkSync(keptAt(sha256));
      execFileSync('mkfifo', [keptAt(sha256)]);
      // More than libuv has threads: each that waited for a writer would be lost to all other files.
      const tries = Array.from({ length: 8 }, () => storage.open(sha256));
      for (const each of await Promise.allSettled(tries))
        expect(each).toMatchObject({ reason: { code: 'unreadable' } });
      await expect(storage.read(sha256)).rejects.toMatchObject({ code: 'unreadable' });
      await expect(storage.verify(sha256)).rejects.toMatchObject({ code: 'unreadable' });
      expect(await buffer(await storage.open(other.sha256))).toHaveLength(1000);
    },
  );

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
});
