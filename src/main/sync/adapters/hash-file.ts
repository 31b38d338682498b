import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

const READ_BYTES = 1 << 20;

/** sha256 (lower-case hex) of an open file. Small ones in one read: a stream's buffers would cost more than the bytes. */
export async function hashOf(handle: FileHandle): Promise<{ sha256: string; size: number }> {
  const hash = createHash('sha256');
  const { size: expected } = await handle.stat();
  const buffer = Buffer.allocUnsafe(Math.min(Math.max(expected, 1), READ_BYTES));
  let size = 0;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, size);
    if (bytesRead === 0) return { sha256: hash.digest('hex'), size };
    hash.update(buffer.subarray(0, bytesRead));
    size += bytesRead;
  }
}
