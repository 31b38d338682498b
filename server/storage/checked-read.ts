import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { BLOCK_BYTES, isBlock, readFully } from './blocks.ts';

/**
 * A part of a large content, of which no byte leaves whose block was not compared with its hash: the blocks at both ends
 * are read whole. Closes the file. A block that differs ends the stream with what `damaged` makes of it.
 *
 * @param end inclusive
 */
export function readChecked(
  handle: FileHandle,
  blocks: Uint8Array,
  { start, end }: { start: number; end: number },
  damaged: () => Error,
): Readable {
  const last = Math.floor(end / BLOCK_BYTES);

  async function* parts(): AsyncGenerator<Uint8Array> {
    let next: Promise<Buffer> | undefined;
    try {
      for (let index = Math.floor(start / BLOCK_BYTES); index <= last; index += 1) {
        const bytes = await (next ?? readBlock(handle, index));
        next = index < last ? readBlock(handle, index + 1) : undefined;
        next?.catch(() => undefined);
        if (!isBlock(bytes, index, blocks)) throw damaged();
        const from = index * BLOCK_BYTES;
        yield bytes.subarray(Math.max(0, start - from), Math.min(BLOCK_BYTES, end + 1 - from));
      }
    } finally {
      await next?.catch(() => undefined);
      await handle.close();
    }
  }
  return Readable.from(parts(), { objectMode: false });
}

async function readBlock(handle: FileHandle, index: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(BLOCK_BYTES);
  return buffer.subarray(0, await readFully(handle, buffer, index * BLOCK_BYTES));
}
