import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { isIncomplete } from '#shared/documents/file-completeness.ts';

const READ_BYTES = 1 << 20;

/**
 * The sha256 (lower-case hex) of an open file. A small one is read in one call: a stream's buffers would cost more than
 * its bytes.
 */
export async function hashOf(handle: FileHandle): Promise<{ sha256: string; size: number }> {
  const { sha256, size } = await readThrough(handle);
  return { sha256, size };
}

/**
 * The same, and whether the file is incomplete by its own format.
 * @param name of the file
 */
export async function examine(
  handle: FileHandle,
  name: string,
): Promise<{ sha256: string; size: number; incomplete: boolean }> {
  const { sha256, size, whole } = await readThrough(handle);
  const read = async (offset: number, length: number): Promise<Uint8Array> => {
    // Uses the bytes that were hashed, not what was written since.
    if (whole) return whole.subarray(offset, offset + length);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  };
  return { sha256, size, incomplete: await isIncomplete(name, size, read) };
}

/** `whole`: all bytes, where one read gave them. */
async function readThrough(
  handle: FileHandle,
): Promise<{ sha256: string; size: number; whole: Buffer | undefined }> {
  const hash = createHash('sha256');
  const { size: expected } = await handle.stat();
  const buffer = Buffer.allocUnsafe(Math.min(Math.max(expected, 1), READ_BYTES));
  let size = 0;
  for (let reads = 0; ; reads += 1) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, size);
    if (bytesRead === 0) {
      const whole = reads <= 1 ? buffer.subarray(0, size) : undefined;
      return { sha256: hash.digest('hex'), size, whole };
    }
    hash.update(buffer.subarray(0, bytesRead));
    size += bytesRead;
  }
}
