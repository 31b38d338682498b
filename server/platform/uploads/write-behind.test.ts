import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RunningHash } from './running-hash.ts';
import { WriteBehind } from './write-behind.ts';

type Handle = ConstructorParameters<typeof WriteBehind>[0];
const MiB = 1024 ** 2;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'writes-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A disk that writes when it is told to, and as much as it is told. */
function slowDisk() {
  const writes: {
    from: number;
    bytes: number;
    done: (written?: number) => void;
    fail: (error: Error) => void;
  }[] = [];
  let syncs = 0;
  const write = (from: number, bytes: number) =>
    new Promise<{ bytesWritten: number }>((resolve, reject) => {
      writes.push({ from, bytes, done: (bytesWritten = bytes) => resolve({ bytesWritten }), fail: reject });
    });
  const handle = {
    writev: (chunks: Uint8Array[], from: number) =>
      write(
        from,
        chunks.reduce((sum, each) => sum + each.length, 0),
      ),
    write: (_rest: Uint8Array, _at: number, length: number, from: number) => write(from, length),
    datasync: async () => {
      syncs += 1;
    },
  } as unknown as Handle;
  /** The write with this number, once it has begun. */
  const begun = async (at: number) => {
    await expect.poll(() => writes.length).toBeGreaterThan(at);
    return writes[at] as (typeof writes)[number];
  };
  return { handle, writes, begun, syncs: () => syncs };
}
const ended = async (promise: Promise<unknown>): Promise<boolean> => {
  const pending = Symbol();
  const settled = promise.catch(() => undefined);
  return (
    (await Promise.race([settled, new Promise((resolve) => setImmediate(resolve, pending))])) !== pending
  );
};

describe('writing behind', () => {
  it('writes and hashes all chunks in their order, from where the upload stood', async () => {
    const path = join(folder, 'upload');
    const handle = await open(path, 'w+');
    await handle.write('uno ');
    const hash = new RunningHash();
    hash.update(Buffer.from('uno '));
    const writer = new WriteBehind(handle, hash);
    for (const chunk of ['dos ', 'tres ', 'cuatro']) await writer.add(Buffer.from(chunk));
    await writer.end();
    await handle.close();
    expect(await readFile(path, 'utf8')).toBe('uno dos tres cuatro');
    const whole = new RunningHash();
    whole.update(Buffer.from('uno dos tres cuatro'));
    expect([hash.offset, hash.digest()]).toEqual([19, whole.digest()]);
  });

  it('takes 4 MiB while the disk writes, in one write, and waits before it takes more', async () => {
    const disk = slowDisk();
    const writer = new WriteBehind(disk.handle, new RunningHash());
    await writer.add(Buffer.alloc(1));
    await writer.add(Buffer.alloc(3 * MiB));
    await writer.add(Buffer.alloc(MiB));
    const more = writer.add(Buffer.alloc(1));
    expect(await ended(more)).toBe(false);
    (await disk.begun(0)).done();
    const second = await disk.begun(1);
    await more;
    expect([second.from, second.bytes]).toEqual([1, 4 * MiB + 1]);
    const end = writer.end();
    expect(await ended(end)).toBe(false);
    second.done();
    await end;
    expect(disk.writes).toHaveLength(2);
  });

  it('sets the disk to work every 64 MiB, and no sooner', async () => {
    const disk = slowDisk();
    const writer = new WriteBehind(disk.handle, new RunningHash());
    const write = async (bytes: number, at: number) => {
      await writer.add(Buffer.alloc(bytes));
      (await disk.begun(at)).done();
      await writer.end();
    };
    await write(64 * MiB - 1, 0);
    expect(disk.syncs()).toBe(0);
    await write(1, 1);
    expect(disk.syncs()).toBe(1);
    await write(MiB, 2);
    expect(disk.syncs()).toBe(1);
    await write(63 * MiB, 3);
    expect(disk.syncs()).toBe(2);
  });

  it('tells what a write met, at the next chunk and at the end, and writes nothing after it', async () => {
    const disk = slowDisk();
    const writer = new WriteBehind(disk.handle, new RunningHash());
    await writer.add(Buffer.alloc(1));
    (await disk.begun(0)).fail(new Error('EIO'));
    await expect(writer.end()).rejects.toThrow('EIO');
    await expect(writer.add(Buffer.alloc(1))).rejects.toThrow('EIO');
    expect(disk.writes).toHaveLength(1);
  });

  it('writes the rest of a short write once more, and says that the disk is full where that is short too', async () => {
    const disk = slowDisk();
    const hash = new RunningHash();
    hash.update(Buffer.alloc(5));
    const writer = new WriteBehind(disk.handle, hash);
    await writer.add(Buffer.alloc(10));
    (await disk.begun(0)).done(4);
    const rest = await disk.begun(1);
    expect([rest.from, rest.bytes]).toEqual([9, 6]);
    rest.done();
    await writer.end();
    await writer.add(Buffer.alloc(10));
    (await disk.begun(2)).done(4);
    (await disk.begun(3)).done(5);
    await expect(writer.end()).rejects.toMatchObject({ code: 'ENOSPC' });
  });
});
