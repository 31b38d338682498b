import { closeSync, constants, openSync, readSync } from 'node:fs';
import { FilesError, type Packed } from '../../ports/files.ts';
import { SMALL_ROOM, sha256Of, writeFlushed } from './small-files.ts';

/**
 * Several small files in one, one after the other. To make a file, to flush it and to remove it each cost many times what
 * writing 20 kB costs, so of a thousand new files the engine makes five copies, not a thousand.
 */

/** What is read is written in pieces of about this size. */
const PIECE_BYTES = 1 << 20;
const READING = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

/** Reads a file into a buffer. @returns its bytes; `undefined` where it is too large */
type Read = (path: string, into: Uint8Array) => Promise<number | undefined>;

/**
 * Copies the files into a new one at `absolute`, and flushes it.
 * @param read as `readSmallInto`
 */
export async function packFiles(
  from: readonly string[],
  read: Read,
  absolute: string,
): Promise<(Packed | FilesError | undefined)[]> {
  const packed: (Packed | FilesError | undefined)[] = [];
  await writeFlushed(absolute, piecesOf(from, read, packed));
  return packed;
}

/** All pieces lie in one buffer: each is written before the next is asked for. */
async function* piecesOf(
  from: readonly string[],
  read: Read,
  packed: (Packed | FilesError | undefined)[],
): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafeSlow(PIECE_BYTES + SMALL_ROOM);
  let [at, filled] = [0, 0];
  for (const path of from) {
    const size = await read(path, buffer.subarray(filled)).catch((error: unknown) => {
      if (error instanceof FilesError) return error;
      throw error;
    });
    if (typeof size !== 'number') {
      packed.push(size);
      continue;
    }
    packed.push({ sha256: sha256Of(buffer.subarray(filled, filled + size)), size, at });
    at += size;
    filled += size;
    if (filled < PIECE_BYTES) continue;
    yield buffer.subarray(0, filled);
    filled = 0;
  }
  yield buffer.subarray(0, filled);
}

/** Reads a part of a pack; `undefined` where the file ends before it. */
export function readPart(absolute: string, { at, size }: { at: number; size: number }): Buffer | undefined {
  const file = openSync(absolute, READING);
  try {
    const bytes = Buffer.allocUnsafe(size);
    let length = 0;
    while (length < size) {
      const read = readSync(file, bytes, length, size - length, at + length);
      if (read === 0) return undefined;
      length += read;
    }
    return bytes;
  } finally {
    closeSync(file);
  }
}
