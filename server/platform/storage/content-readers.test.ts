import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MIB, openTestStorage, type TestStorage } from '../../testing/uploads/file-storage.ts';
import type { Storage } from './storage.ts';

/** How many files this process has open; nothing to count where the system has no such list. */
const openFiles = () => (existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0);

describe('FileStorage, with readers that stop', () => {
  let folder: TestStorage;
  let storage: Storage;
  let temporary: TestStorage['temporary'];
  beforeEach(async () => {
    folder = await openTestStorage();
    ({ storage, temporary } = folder);
  });
  afterEach(() => folder.remove());

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
});
