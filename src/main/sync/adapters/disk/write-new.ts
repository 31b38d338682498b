import { type BigIntStats, closeSync, fchmodSync, fstatSync, fsync, openSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { codeOf } from './disk-errors.ts';
import { unlinkExpected } from './disk-removal.ts';

/** Flushes an open file or folder. In a thread: a disk may take long for it. */
export const flush = promisify(fsync);

/**
 * Writes a small file of the engine's own and flushes it. It is always a new file: one that lies there may be read-only,
 * or have a second name elsewhere. Synchronous apart from the flush: through threads the other calls cost several times
 * as much. Throws the system's errors.
 * @returns the file as it was written
 */
export async function writeNew(absolute: string, bytes: Uint8Array, mode: number): Promise<BigIntStats> {
  const file = openNew(absolute);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    fchmodSync(file, mode);
    await flush(file);
    return fstatSync(file, { bigint: true });
  } finally {
    closeSync(file);
  }
}

function openNew(absolute: string): number {
  try {
    return openSync(absolute, 'wx', 0o600);
  } catch (error) {
    if (codeOf(error) !== 'exists') throw error;
    unlinkExpected(absolute, () => true);
    return openSync(absolute, 'wx', 0o600);
  }
}
