import { createHash, hash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** A large content is also hashed in blocks of this size, so that a part of it can be checked by itself. */
export const BLOCK_BYTES = 1024 ** 2;
const DIGEST_BYTES = 32;

/**
 * The SHA-256 of each block of large contents, concatenated, by the SHA-256 of the whole. They depend on the content
 * alone, so they never change, and can be computed again where they are lost.
 */
export interface BlockHashes {
  /** Null where none are known. */
  find(sha256: string): Promise<Uint8Array | null>;
  keep(blocks: ReadonlyMap<string, Uint8Array>): Promise<void>;
}

export interface Hashed {
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  /** The hash of each block; empty for a content of one block, which the whole's hash covers. */
  readonly blocks: Uint8Array;
}

export const sha256Of = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex');

/** Whether a block has the hash that is stored for `index`. */
export function isBlock(bytes: Uint8Array, index: number, blocks: Uint8Array): boolean {
  const expected = blocks.subarray(index * DIGEST_BYTES, (index + 1) * DIGEST_BYTES);
  return hash('sha256', bytes, 'buffer').equals(expected);
}

/** Whether there is a hash for each block of a content of this size. */
export const covers = (blocks: Uint8Array, size: number): boolean =>
  blocks.length === Math.ceil(size / BLOCK_BYTES) * DIGEST_BYTES;

/**
 * Reads a file to its end and hashes it, block by block.
 * @param each is given every block, in order, and is waited for; it must not keep the bytes
 */
export async function hashBlocks(
  from: FileHandle,
  each: (bytes: Uint8Array) => Promise<unknown> = async () => undefined,
): Promise<Hashed> {
  const whole = createHash('sha256');
  const digests: Buffer[] = [];
  let size = 0;
  let given: Promise<unknown> = Promise.resolve();
  // One block is read while the other is written.
  for (let turn = [Buffer.allocUnsafe(BLOCK_BYTES), Buffer.allocUnsafe(BLOCK_BYTES)] as const; ; ) {
    const [buffer, other] = turn;
    const bytes = buffer.subarray(0, await readFully(from, buffer, size));
    await given;
    if (bytes.length === 0) break;
    given = each(bytes);
    // The error is thrown where it is awaited.
    given.catch(() => undefined);
    whole.update(bytes);
    digests.push(hash('sha256', bytes, 'buffer'));
    size += bytes.length;
    if (bytes.length < BLOCK_BYTES) {
      await given;
      break;
    }
    turn = [other, buffer];
  }
  return {
    sha256: whole.digest('hex'),
    size,
    blocks: digests.length > 1 ? Buffer.concat(digests) : Buffer.alloc(0),
  };
}

/**
 * Opens a file to read it. Opening a pipe in its place would wait for a writer, and keep one of libuv's few threads for as
 * long: four of them, and the process reads no file any more and cannot end.
 * @throws ENXIO where it is no plain file; the system's errors
 */
export async function openPlain(
  path: string,
): Promise<{ readonly handle: FileHandle; readonly size: number }> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw Object.assign(new Error(`${path} is no plain file`), { code: 'ENXIO' });
    return { handle, size: stats.size };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The same for a file by its path. @throws as `openPlain` */
export async function hashFile(path: string): Promise<Hashed> {
  const { handle } = await openPlain(path);
  try {
    return await hashBlocks(handle);
  } finally {
    await handle.close();
  }
}

/** @returns how many bytes there were, fewer than asked for only at the file's end */
export async function readFully(handle: FileHandle, buffer: Buffer, position: number): Promise<number> {
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}
