import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { BLOCK_BYTES, isBlock, readFully } from './blocks.ts';

/**
 * A part of a large content. Every block is compared with its hash before any byte of it is given, so the blocks at
 * both ends are read whole. The first one is checked before this returns; a later one that differs ends the stream.
 * Closes the file.
 * @param end inclusive
 * @param damaged makes the error for a block that differs
 */
export async function readChecked(
  handle: FileHandle,
  blocks: Uint8Array,
  { start, end }: { start: number; end: number },
  damaged: () => Error,
): Promise<Readable> {
  const [first, last] = [start, end].map((at) => Math.floor(at / BLOCK_BYTES)) as [number, number];
  const checked = async (index: number): Promise<Buffer> => {
    const buffer = Buffer.allocUnsafe(BLOCK_BYTES);
    const bytes = buffer.subarray(0, await readFully(handle, buffer, index * BLOCK_BYTES));
    if (!isBlock(bytes, index, blocks)) throw damaged();
    return bytes;
  };

  async function* parts(from: Buffer): AsyncGenerator<Uint8Array> {
    let next: Promise<Buffer> | undefined;
    try {
      for (let index = first, bytes = from; ; index += 1) {
        // Read while the one before it is sent.
        next = index < last ? checked(index + 1) : undefined;
        next?.catch(() => undefined);
        const at = index * BLOCK_BYTES;
        yield bytes.subarray(Math.max(0, start - at), Math.min(BLOCK_BYTES, end + 1 - at));
        if (!next) return;
        bytes = await next;
      }
    } finally {
      await next?.catch(() => undefined);
    }
  }
  const stream = Readable.from(parts(await checked(first)), { objectMode: false });
  // Not by the generator: where nobody begins to read, none of its lines runs.
  stream.once('close', () => void handle.close());
  return stream;
}
