import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, fsync, openSync, readSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';

/**
 * Reads and writes small files synchronously: a call through libuv's threads costs several times what reading does. For
 * 2,000 new files of 22 kB the engine made 183,000 calls that only woke a thread.
 */

/** Larger files are left to the threads, because the disk may take long. */
const SMALL_BYTES = 256 * 1024;
// A pipe that was just put under the file's name must not block the engine.
const READING = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const WRITING = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | (constants.O_NOFOLLOW ?? 0);
const flush = promisify(fsync);

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The bytes of a small file, or `undefined` where it is larger or no plain file. Throws as `openSync` does. */
export function readSmall(absolute: string): Buffer | undefined {
  return withFile(absolute, (file, size) => {
    const buffer = Buffer.allocUnsafe(size + 1);
    const length = readInto(file, buffer);
    return length === undefined ? undefined : buffer.subarray(0, length);
  });
}

/**
 * Reads a small file into `buffer`, which has room for the largest one.
 * @returns how many bytes it has, or `undefined` where it is larger or no plain file. Throws as `openSync` does.
 */
export function readSmallInto(absolute: string, buffer: Uint8Array): number | undefined {
  return withFile(absolute, (file, size) => readInto(file, buffer.subarray(0, size + 1)));
}

/** Bytes of a buffer for `readSmallInto`: one more than the largest file, to notice one that grows meanwhile. */
export const SMALL_ROOM = SMALL_BYTES + 1;

/** Buffers that nobody uses now. A new one for each file would start a collection of the whole heap every now and then. */
const spare: Buffer[] = [];

/** Reads a small file for as long as `use` runs; its bytes are others' afterwards. Otherwise like `readSmall`. */
export async function useSmall<T>(
  absolute: string,
  use: (bytes: Buffer) => Promise<T> | T,
): Promise<T | undefined> {
  const buffer = spare.pop() ?? Buffer.allocUnsafeSlow(SMALL_ROOM);
  try {
    const length = readSmallInto(absolute, buffer);
    return length === undefined ? undefined : await use(buffer.subarray(0, length));
  } finally {
    spare.push(buffer);
  }
}

function withFile<T>(absolute: string, read: (file: number, size: number) => T): T | undefined {
  const file = openSync(absolute, READING);
  try {
    const stats = fstatSync(file);
    return stats.isFile() && stats.size <= SMALL_BYTES ? read(file, stats.size) : undefined;
  } finally {
    closeSync(file);
  }
}

/** @returns the file's bytes; `undefined` where it fills the buffer, which has one more than were expected */
function readInto(file: number, buffer: Uint8Array): number | undefined {
  let length = 0;
  for (;;) {
    const read = readSync(file, buffer, length, buffer.length - length, null);
    length += read;
    if (read === 0) return length;
    if (length === buffer.length) return undefined;
  }
}

/** Writes a file that only its person may read, and flushes it. */
export async function writeFlushed(
  absolute: string,
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> {
  const file = openSync(absolute, WRITING, 0o600);
  try {
    for await (const bytes of pieces) for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    await flush(file);
  } finally {
    closeSync(file);
  }
}
