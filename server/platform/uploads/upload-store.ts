import { open, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { FileStore } from '@tus/file-store';
import { Upload } from '@tus/server';
import { looksExecutable } from '#shared/platform/files/refused-kinds.ts';
import { BUNDLE_MAX } from '#shared/platform/limits.ts';
import { ApiError } from '../errors.ts';
import { isFull } from '../machine-faults.ts';
import { removeFile, sizeOfFile, writeSmallFile } from '../storage/small-files.ts';
import { type RunningHash, RunningHashes } from './running-hash.ts';
import { UploadInfo } from './upload-info.ts';
import { WriteBehind } from './write-behind.ts';

/** A complete upload, as the server itself counted and hashed it. */
export interface Received {
  /** The upload's key. */
  readonly key: string;
  readonly path: string;
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  /** Whether its first bytes are those of a program. */
  readonly executable: boolean;
  /** Written at once into a read-only file, from the bytes that were hashed, and flushed. */
  readonly sealed: boolean;
  /** …under a key that nobody else knows. */
  readonly alone: boolean;
}

/** Enough of the first bytes for every signature that `looksExecutable` knows. */
const SIGNATURE_BYTES = 4;
/** Uploads up to this size are collected in memory, and written at once when they are complete. */
const SMALL_BYTES = 256 * 1024;
/** Up to this size an upload may be a single file: those of a bundle are in memory anyway. */
const WHOLE_BYTES = Math.max(SMALL_BYTES, BUNDLE_MAX.fileBytes);

/**
 * The tus library's file store, changed in three ways. It hashes while bytes stream, refuses programs by their first
 * bytes, and never empties an existing upload. An upload is `<key>` with `<key>.json`; a small one that came in one
 * piece is `<key>.whole` alone, because the speed of many small documents depends on how many files are written.
 */
export class UploadStore extends FileStore {
  readonly #info: UploadInfo;
  readonly #hashes = new RunningHashes();
  /** Called for every chunk that came, with the key. */
  readonly #arrived: (key: string) => void;

  /** Called for an upload that was given up: by its person, or because the disk is full. */
  readonly #gaveUp: (key: string) => Promise<void>;

  constructor(directory: string, arrived: (key: string) => void, gaveUp: (key: string) => Promise<void>) {
    const info = new UploadInfo(directory);
    super({ directory, configstore: info });
    this.#info = info;
    this.#arrived = arrived;
    this.#gaveUp = gaveUp;
    // A length that is declared later could exceed the limit and what confirm has checked.
    this.extensions = ['creation', 'creation-with-upload', 'termination'];
  }

  #path(key: string): string {
    return join(this.directory, key);
  }

  #wholePath(key: string): string {
    return join(this.directory, `${key}.whole`);
  }

  /** @throws EEXIST where the upload was started already */
  override async create(upload: Upload): Promise<Upload> {
    if (await this.#find(upload.id)) throw Object.assign(new Error('exists'), { code: 'EEXIST' });
    this.#hashes.forget(upload.id);
    if ((upload.size ?? 0) <= SMALL_BYTES) await this.#info.set(upload.id, upload);
    else await this.#makeFile(upload);
    return upload;
  }

  /** Bytes without a description, as a crash may leave them, belong to nobody: they are written over. */
  async #makeFile(upload: Upload): Promise<void> {
    // Makes a new file and never empties the old one: the storage may have a hard link to that.
    await unlink(this.#path(upload.id)).catch(() => undefined);
    const file = await open(this.#path(upload.id), 'wx', 0o600);
    await file.close();
    await this.#info.set(upload.id, upload);
  }

  override async write(readable: Readable, key: string, offset: number): Promise<number> {
    const upload = await this.#info.get(key);
    if (offset === 0 && upload && (upload.size ?? 0) <= SMALL_BYTES)
      return this.#writeSmall(readable, upload);
    const found = await this.#find(key);
    // The last part is sent again where its answer was lost. It is whole, and may have another name by now.
    if (found && offset === found.info.size && offset === found.offset) return offset;
    const path = this.#path(key);
    const hash = await this.#hashes.at(key, path, offset);
    const file = await open(path, 'r+');
    const writer = new WriteBehind(file, hash);
    try {
      for await (const chunk of this.#checked(readable, key, hash.head)) await writer.add(chunk);
    } finally {
      // After a broken connection what has come is kept: the client goes on from there.
      await writer.end().catch((error: unknown) => this.#giveUp(key, error));
      await file.close();
    }
    await writer.end();
    return hash.offset;
  }

  /**
   * What was hashed may not be what was written, and would keep a full disk full. So it is deleted and begins again
   * later.
   */
  async #giveUp(key: string, error: unknown): Promise<void> {
    this.#hashes.forget(key);
    if (!isFull(error)) return;
    await this.remove(key);
  }

  /** Writes a small upload: complete, it is one file; broken off, it becomes an ordinary upload. */
  async #writeSmall(readable: Readable, upload: Upload): Promise<number> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of this.#checked(readable, upload.id)) chunks.push(chunk);
    } finally {
      const bytes = Buffer.concat(chunks);
      if (bytes.length === upload.size) {
        await this.#writeWhole(upload.id, bytes, false);
      } else if (bytes.length > 0) {
        await this.#makeFile(upload);
        await writeFile(this.#path(upload.id), bytes);
      }
    }
    return chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  }

  /** @param alone nobody else writes to it @throws EEXIST */
  async #writeWhole(key: string, bytes: Buffer, alone: boolean): Promise<void> {
    // Flushed while it is open anyway, so that confirm need not open it again.
    await writeSmallFile(this.#wholePath(key), bytes);
    this.#hashes.seal(key, bytes, alone);
  }

  /**
   * Stores an upload that came whole in a body with several. One that exists whole already is left alone: it may be
   * being confirmed.
   * @param isNew its key was just made, so nothing of it can exist
   * @throws file_kind; EEXIST where it was begun as an ordinary upload, and must go on so
   */
  async take(key: string, bytes: Buffer, isNew: boolean): Promise<void> {
    if (looksExecutable(bytes)) throw new ApiError('file_kind');
    if (!isNew && (await this.#isThere(key, bytes.length))) return;
    this.#arrived(key);
    try {
      await this.#writeWhole(key, bytes, isNew);
    } catch (error) {
      if (!isTaken(error) || !(await this.#isThere(key, bytes.length))) throw error;
    }
  }

  /** Whether it exists whole, and is not only announced. @throws EEXIST where it is neither */
  async #isThere(key: string, size: number): Promise<boolean> {
    const found = await this.#find(key);
    if (found?.offset === size && found.info.size === size) return true;
    if (!found || found.offset === 0) return false;
    throw Object.assign(new Error('exists'), { code: 'EEXIST' });
  }

  /** The chunks as they come. @throws file_kind before any byte of a program is passed on */
  async *#checked(readable: Readable, key: string, before: Buffer = Buffer.alloc(0)): AsyncGenerator<Buffer> {
    let head = before;
    for await (const chunk of readable as AsyncIterable<Buffer>) {
      if (head.length < SIGNATURE_BYTES) {
        head = Buffer.concat([head, chunk.subarray(0, SIGNATURE_BYTES)]);
        if (looksExecutable(head)) throw new ApiError('file_kind');
      }
      this.#arrived(key);
      yield chunk;
    }
  }

  override async getUpload(key: string): Promise<Upload> {
    const found = await this.#find(key);
    if (!found) throw { status_code: 404, body: '' };
    const { size, metadata, creation_date } = found.info;
    return new Upload({ id: key, size, offset: found.offset, metadata, creation_date });
  }

  /** What exists of an upload: whole, unfinished, or announced. */
  async #find(key: string): Promise<{ info: Partial<Upload>; offset: number; path: string } | null> {
    const info = this.#hashes.ownOf(key) ? undefined : await this.#info.get(key);
    const size = info?.size ?? 0;
    const whole = size <= WHOLE_BYTES ? await sizeOf(this.#wholePath(key)) : null;
    if (whole !== null) return { info: info ?? { size: whole }, offset: whole, path: this.#wholePath(key) };
    if (!info) return null;
    const offset = await sizeOf(this.#path(key));
    if (offset === null && size > SMALL_BYTES) return null;
    return { info, offset: offset ?? 0, path: this.#path(key) };
  }

  /** What was received of this upload; null where it is incomplete or missing. */
  async received(key: string): Promise<Received | null> {
    const own = this.#hashes.ownOf(key);
    if (own) return this.#receivedAs(key, this.#wholePath(key), own);
    const found = await this.#find(key);
    if (!found || found.offset !== found.info.size) return null;
    return this.#receivedAs(key, found.path, await this.#hashes.at(key, found.path, found.offset));
  }

  #receivedAs(key: string, path: string, hash: RunningHash): Received {
    const { head, sealed, alone, offset: size } = hash;
    return { key, path, size, sha256: hash.digest(), executable: looksExecutable(head), sealed, alone };
  }

  /** Drops the remembered hash, because it did not match the bytes: they are read again. */
  forgetHash(key: string): void {
    this.#hashes.forget(key);
  }

  /** When the last byte of an upload was written, by the file's own time; null where there is none. */
  async lastByteAt(key: string): Promise<Date | null> {
    for (const path of [this.#path(key), this.#wholePath(key)]) {
      const found = await stat(path).catch(() => undefined);
      if (found) return found.mtime;
    }
    return null;
  }

  /** Deletes an unfinished upload and gives its room back, as a client asks by DELETE. */
  override async remove(key: string): Promise<void> {
    await this.discard(key);
    await this.#gaveUp(key);
  }

  /** Deletes what exists of an upload. */
  async discard(key: string): Promise<void> {
    const own = this.#hashes.ownOf(key);
    this.#hashes.forget(key);
    await removeFile(this.#wholePath(key)).catch(() => undefined);
    if (own) return;
    await unlink(this.#path(key)).catch(() => undefined);
    await this.#info.delete(key);
  }
}

const isTaken = (error: unknown): boolean => (error as { code?: string }).code === 'EEXIST';

const sizeOf = (path: string): Promise<number | null> => sizeOfFile(path).catch(() => null);

// The library's constructor makes the folder in the background, and throws what goes wrong where nobody can catch it. The
// storage has made the folder before.
Object.defineProperty(UploadStore.prototype, 'checkOrCreateDirectory', { value: () => undefined });
