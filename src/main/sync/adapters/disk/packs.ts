import { closeSync, constants, openSync, readSync } from 'node:fs';
import { FilesError, type Packed } from '../../ports/files.ts';
import { sha256Of, writeFlushed } from './small-files.ts';

/**
 * Several small files in one, one after the other. To make a file, to flush it and to remove it each cost many times what
 * writing 20 kB costs, so of a thousand new files the engine makes five copies, not a thousand.
 */

/** What is read is written in pieces of about this size. */
const PIECE_BYTES = 1 << 20;
const READING = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

type Read = (path: string) => Promise<Buffer | undefined>;

/**
 * Copies the files into a new one at `absolute`, and flushes it.
 * @param read gives `undefined` for a file that is too large
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

async function* piecesOf(
  from: readonly string[],
  read: Read,
  packed: (Packed | FilesError | undefined)[],
): AsyncGenerator<Uint8Array> {
  let waiting: Buffer[] = [];
  let [at, written] = [0, 0];
  for (const path of from) {
    const bytes = await read(path).catch((error: unknown) => {
      if (error instanceof FilesError) return error;
      throw error;
    });
    if (!Buffer.isBuffer(bytes)) {
      packed.push(bytes);
      continue;
    }
    packed.push({ sha256: sha256Of(bytes), size: bytes.length, at });
    waiting.push(bytes);
    at += bytes.length;
    if (at - written < PIECE_BYTES) continue;
    yield Buffer.concat(waiting);
    [waiting, written] = [[], at];
  }
  yield Buffer.concat(waiting);
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
