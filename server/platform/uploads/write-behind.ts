import type { FileHandle } from 'node:fs/promises';
import type { RunningHash } from './running-hash.ts';

/** Bytes that may wait in memory while the disk writes. */
const WAITING_MAX = 4 * 1024 ** 2;
/** A flush is started after every this many bytes, so that confirm's fsync has little left to do. */
const SYNC_EVERY = 64 * 1024 ** 2;

/**
 * Writes chunks in order and hashes them while the disk writes, never more than was written. Chunks that arrive
 * meanwhile go into one write.
 */
export class WriteBehind {
  readonly #handle: FileHandle;
  readonly #hash: RunningHash;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #writing: Promise<void> | null = null;
  #failure: unknown = null;
  #syncing: Promise<unknown> | null = null;
  #unsynced = 0;

  /** @param hash of the bytes before: writing goes on at its offset */
  constructor(handle: FileHandle, hash: RunningHash) {
    this.#handle = handle;
    this.#hash = hash;
  }

  /** @throws the error of an earlier write */
  async add(chunk: Uint8Array): Promise<void> {
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.length;
    this.#start();
    while (this.#writing && this.#waitingBytes > WAITING_MAX) await this.#writing;
    if (this.#failure) throw this.#failure;
  }

  /** Resolves when everything that was added is written. @throws the error of a write */
  async end(): Promise<void> {
    while (this.#writing) await this.#writing;
    await this.#syncing;
    if (this.#failure) throw this.#failure;
  }

  #start(): void {
    if (this.#writing || this.#failure || this.#waiting.length === 0) return;
    const chunks = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#writing = this.#write(chunks)
      .catch((error: unknown) => {
        this.#failure = error ?? new Error('write failed');
      })
      .finally(() => {
        this.#writing = null;
        this.#start();
      });
  }

  async #write(chunks: Uint8Array[]): Promise<void> {
    const from = this.#hash.offset;
    const total = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    const written = writeAll(this.#handle, chunks, from, total);
    // The hash runs while the disk writes. Where the write fails, the store drops the upload's hash.
    for (const chunk of chunks) this.#hash.update(chunk);
    await written;
    this.#unsynced += total;
    if (this.#unsynced >= SYNC_EVERY && !this.#syncing) {
      this.#unsynced = 0;
      this.#syncing = this.#handle
        .datasync()
        .catch(() => {}) // confirm flushes again, and says what is wrong
        .finally(() => {
          this.#syncing = null;
        });
    }
  }
}

async function writeAll(
  handle: FileHandle,
  chunks: Uint8Array[],
  from: number,
  total: number,
): Promise<void> {
  const { bytesWritten } = await handle.writev(chunks, from);
  if (bytesWritten === total) return;
  // A short write: the disk is nearly full. Try the rest once more, so that the error is the system's own.
  const rest = Buffer.concat(chunks).subarray(bytesWritten);
  const again = await handle.write(rest, 0, rest.length, from + bytesWritten);
  if (again.bytesWritten !== rest.length) throw Object.assign(new Error('disk full'), { code: 'ENOSPC' });
}
