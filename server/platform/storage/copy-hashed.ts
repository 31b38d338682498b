import { type FileHandle, open } from 'node:fs/promises';
import { type Hashed, hashBlocks } from './blocks.ts';

/** Stored files are read-only, so that nobody writes to them by mistake. */
const READ_ONLY = 0o400;

/** Copies a file into a new one, hashes it on the way, and flushes it. @returns the hash and size of the copy */
export async function copyHashed(source: FileHandle, path: string): Promise<Hashed> {
  const copy = await open(path, 'wx', READ_ONLY);
  try {
    let at = 0;
    const hashed = await hashBlocks(source, async (bytes) => {
      const position = at;
      at += bytes.length;
      await writeFully(copy, bytes, position);
    });
    await copy.datasync();
    return hashed;
  } finally {
    await copy.close();
  }
}

async function writeFully(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}
