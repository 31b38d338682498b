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
  const file = openSync(absolute, READING);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > SMALL_BYTES) return undefined;
    // One byte more than expected, to notice a file that grows meanwhile.
    const buffer = Buffer.allocUnsafe(stats.size + 1);
    let length = 0;
    for (;;) {
      const read = readSync(file, buffer, length, buffer.length - length, null);
      length += read;
      if (read === 0) return buffer.subarray(0, length);
      if (length === buffer.length) return undefined;
    }
  } finally {
    closeSync(file);
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
