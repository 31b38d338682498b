import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { MissingContent, type ZipEntry, zipOf as zipWith } from './zip.ts';

const note = (missing: readonly string[]) => ({ path: 'Faltan.txt', text: missing.join(',') });
const zipOf = (all: readonly ZipEntry[], open: (entry: ZipEntry) => Promise<Readable>) =>
  zipWith(all, { open, note });

const bytes = randomBytes(64 * 1024);
const sha256 = createHash('sha256').update(bytes).digest('hex');
const entries = (count: number, size = bytes.length) =>
  Array.from({ length: count }, (_, n) => ({
    path: `Mil/Pequeño ${n}.pdf`,
    date: '2026-03-02',
    sha256,
    size,
  }));

describe('a zip that is made while it is read', () => {
  it('holds one file of a thousand open, and no more of them than their reader waits for', async () => {
    let open = 0;
    let mostOpen = 0;
    let opened = 0;
    let mostHeld = 0;
    const zip = zipOf(entries(1000), async () => {
      opened += 1;
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      return Readable.from([bytes]).once('end', () => {
        open -= 1;
      });
    });
    let size = 0;
    for await (const chunk of zip) {
      size += (chunk as Buffer).length;
      // The files are stored as they are, so what was opened and has not come out is in memory.
      mostHeld = Math.max(mostHeld, opened * bytes.length - size);
    }
    expect(mostOpen).toBe(1);
    expect(size).toBeGreaterThan(1000 * bytes.length);
    expect(mostHeld).toBeLessThan(4 * bytes.length);
  });

  it('reads nothing ahead of a reader who rests', async () => {
    let opened = 0;
    const zip = zipOf(entries(100), async () => {
      opened += 1;
      return Readable.from([bytes]);
    });
    zip.once('readable', () => undefined);
    for (let turn = 0; turn < 500; turn += 1) await setImmediate();
    expect(opened).toBeLessThan(10);
    zip.destroy();
  });

  it('fails as a whole where a file is not what it was said to be', async () => {
    const zip = zipOf(entries(3, bytes.length + 1), async () => Readable.from([bytes]));
    await expect(zip.toArray()).rejects.toThrow('unexpected number of bytes');
  });

  it('goes on without those whose bytes are lost, and names them', async () => {
    const all = entries(5);
    const zip = zipOf(all, async (entry) => {
      if (entry === all[0] || entry === all[3]) throw new MissingContent();
      return Readable.from([bytes]);
    });
    const read = unzipSync(Buffer.concat(await zip.toArray()));
    expect(Object.keys(read).sort()).toEqual(['Faltan.txt', ...[1, 2, 4].map((n) => `Mil/Pequeño ${n}.pdf`)]);
    expect(Buffer.from(read['Faltan.txt'] ?? [])).toEqual(Buffer.from('Mil/Pequeño 0.pdf,Mil/Pequeño 3.pdf'));
  });

  it('closes the open file when its reader goes away', async () => {
    const open = new Readable({ read() {} });
    const zip = zipOf(entries(2), async () => open);
    zip.once('readable', () => undefined);
    for (let turn = 0; turn < 50; turn += 1) await setImmediate();
    zip.destroy();
    for (let turn = 0; turn < 50; turn += 1) await setImmediate();
    expect(open.destroyed).toBe(true);
  });
});
