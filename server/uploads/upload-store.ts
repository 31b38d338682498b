import { open, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { FileStore } from '@tus/file-store';
import type { Upload } from '@tus/server';
import { looksExecutable } from '#shared/domain/file-kinds.ts';
import { ApiError } from '../errors.ts';
import { type RunningHash, RunningHashes } from './running-hash.ts';
import { UploadInfo } from './upload-info.ts';
import { WriteBehind } from './write-behind.ts';

/** All of an upload's bytes, as the server itself counted and hashed them. */
export interface Received {
  readonly path: string;
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  /** Its first bytes are those of a program. */
  readonly executable: boolean;
}

/** Enough of the first bytes for every signature that `looksExecutable` knows. */
const SIGNATURE_BYTES = 4;

/**
 * The tus library's file store, made to hash while bytes stream, to refuse programs by their first bytes, and never to
 * empty an upload that exists already.
 */
export class UploadStore extends FileStore {
  readonly #info: UploadInfo;
  readonly #hashes = new RunningHashes();
  /** Told of every chunk that came, by key. */
  readonly #arrived: (key: string) => void;

  constructor(directory: string, arrived: (key: string) => void) {
    const info = new UploadInfo(directory);
    super({ directory, configstore: info });
    this.#info = info;
    this.#arrived = arrived;
    // A length that is declared later could go over the limit, and beside what confirm has checked.
    this.extensions = ['creation', 'creation-with-upload', 'termination'];
  }

  pathOf(key: string): string {
    return join(this.directory, key);
  }

  /** Whether the upload was started already and can go on. */
  async exists(key: string): Promise<boolean> {
    return (await this.#info.get(key)) !== undefined && (await sizeOf(this.pathOf(key))) !== null;
  }

  override async create(upload: Upload): Promise<Upload> {
    const path = this.pathOf(upload.id);
    // What a crash left between these two steps is no upload yet: its bytes are nobody's.
    const known = await this.#info.get(upload.id);
    const file = await open(path, 'wx', 0o600).catch(async (error: { code?: string }) => {
      if (known || error.code !== 'EEXIST') throw error;
      return open(path, 'w', 0o600);
    });
    await file.close();
    this.#hashes.forget(upload.id);
    await this.#info.set(upload.id, upload);
    return upload;
  }

  override async write(readable: Readable, key: string, offset: number): Promise<number> {
    const path = this.pathOf(key);
    const hash = await this.#hashes.at(key, path, offset);
    const file = await open(path, 'r+');
    const writer = new WriteBehind(file, hash);
    try {
      await this.#receive(readable, key, hash, writer);
    } finally {
      // A broken connection keeps what has come: the client goes on from there.
      await writer.end().catch(() => this.#hashes.forget(key));
      await file.close();
    }
    await writer.end();
    return hash.offset;
  }

  async #receive(readable: Readable, key: string, hash: RunningHash, writer: WriteBehind): Promise<void> {
    let head: Buffer = hash.head;
    for await (const chunk of readable as AsyncIterable<Buffer>) {
      if (head.length < SIGNATURE_BYTES) {
        head = Buffer.concat([head, chunk.subarray(0, SIGNATURE_BYTES)]);
        if (looksExecutable(head)) throw new ApiError('file_kind');
      }
      this.#arrived(key);
      await writer.add(chunk);
    }
  }

  /** What was received of this upload; null where it is not complete, or not there. */
  async received(key: string): Promise<Received | null> {
    const info = await this.#info.get(key);
    const path = this.pathOf(key);
    const size = await sizeOf(path);
    if (!info || size === null || size !== info.size) return null;
    const hash = await this.#hashes.at(key, path, size);
    return { path, size, sha256: hash.digest(), executable: looksExecutable(hash.head) };
  }

  /** When the last byte of an upload came, by the disk; null where there is none. */
  async lastByteAt(key: string): Promise<Date | null> {
    return stat(this.pathOf(key)).then(
      (found) => found.mtime,
      () => null,
    );
  }

  override async remove(key: string): Promise<void> {
    this.#hashes.forget(key);
    await unlink(this.pathOf(key)).catch(() => undefined);
    await this.#info.delete(key);
  }
}

async function sizeOf(path: string): Promise<number | null> {
  return stat(path).then(
    (found) => (found.isFile() ? found.size : null),
    () => null,
  );
}
