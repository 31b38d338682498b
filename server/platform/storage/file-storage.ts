import { randomUUID } from 'node:crypto';
import { mkdir, opendir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { BlockBudget } from './block-budget.ts';
import { BLOCK_BYTES, type BlockHashes, covers, hashFile, isBlock, openPlain, sha256Of } from './blocks.ts';
import { readChecked } from './checked-read.ts';
import { copyHashed } from './copy-hashed.ts';
import { mapLimited, syncFolder } from './durable.ts';
import { adoptFormerFolders, FOLDER_MODE, SHA256, sweepLeftovers } from './opening.ts';
import { linkFile, readSmallFile, sizeOfFile } from './small-files.ts';
import { type IncomingFile, type Storage, StorageError } from './storage.ts';
import { asStorageError, damaged, errno, readError } from './storage-errors.ts';

/** Twice the default of UPLOAD_ABANDONED_HOURS: by then a job has marked the upload errored. */
const LEFTOVER_SECONDS = 48 * 3600;
const NO_BLOCKS = new Uint8Array();
/** The errors of file systems without hard links. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV']);

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** What a storage needs beside its folder. */
export interface StorageParts {
  readonly blocks: BlockHashes;
  /** Called each time that a content is found damaged. */
  readonly onDamaged: (sha256: string) => void;
}

/**
 * Files under `<root>/<a>/<sha256>`; `<root>/incoming` holds what is being written. Only sixteen folders, because a
 * batch of documents waits for the flush of each folder that it touches, and today's file systems are as fast with a
 * hundred thousand names in a folder as with a hundred.
 */
class FileStorage implements Storage {
  readonly incoming: string;
  readonly #root: string;
  /** Folders that exist, and whose existence was flushed. */
  readonly #durable = new Set<string>();

  readonly #blocks: BlockHashes;
  readonly #onDamaged: (sha256: string) => void;
  readonly #budget = new BlockBudget();

  constructor(root: string, { blocks, onDamaged }: StorageParts) {
    this.#root = root;
    this.#blocks = blocks;
    this.#onDamaged = onDamaged;
    this.incoming = join(root, 'incoming');
  }

  putFile(file: IncomingFile): Promise<void> {
    return this.putMany([file]);
  }

  async putMany(files: readonly IncomingFile[]): Promise<void> {
    const touched = new Set<string>();
    const blocks = new Map<string, Uint8Array>();
    const failures = await mapLimited(files, (file) =>
      this.#place(file, touched).then((found) => {
        if (found.length > 0) blocks.set(file.sha256, found);
        return null;
      }, asStorageError),
    );
    try {
      await mapLimited([...touched], syncFolder);
      if (blocks.size > 0) await this.#blocks.keep(blocks);
      for (const folder of touched) this.#durable.add(folder);
    } catch (error) {
      throw asStorageError(error);
    }
    const failure = failures.find((error) => error !== null);
    if (failure) throw failure;
  }

  async open(sha256: string, range: { start?: number; end?: number } = {}): Promise<Readable> {
    const { handle, size } = await openPlain(this.#path(sha256)).catch((error) =>
      this.#notRead(sha256, error),
    );
    try {
      const start = range.start ?? 0;
      const end = Math.min(range.end ?? size - 1, size - 1);
      const isGood = await this.#check(sha256, size);
      return await readChecked(
        {
          ...{ handle, start, end, isGood },
          damaged: () => this.#found(sha256),
          failed: (error) => this.#failed(sha256, error),
        },
        this.#budget,
      );
    } catch (error) {
      await handle.close();
      return this.#notRead(sha256, error);
    }
  }

  async read(sha256: string): Promise<Buffer> {
    const bytes = await readSmallFile(this.#path(sha256)).catch((error) => this.#notRead(sha256, error));
    if (sha256Of(bytes) !== sha256) throw this.#found(sha256);
    return bytes;
  }

  async verify(sha256: string): Promise<boolean> {
    const kept = await hashFile(this.#path(sha256)).catch(async (error) => {
      throw await this.#readError(sha256, error);
    });
    if (kept.sha256 !== sha256) return false;
    if (kept.blocks.length > 0) await this.#blocks.keep(new Map([[sha256, kept.blocks]]));
    return true;
  }

  /** How the blocks of a content are compared. @throws damaged */
  async #check(sha256: string, size: number): Promise<(bytes: Uint8Array, index: number) => boolean> {
    if (size <= BLOCK_BYTES) return (bytes) => sha256Of(bytes) === sha256;
    const blocks = (await this.#blocks.find(sha256)) ?? (await this.#blocksOf(sha256));
    if (!covers(blocks, size)) throw this.#found(sha256);
    return (bytes, index) => isBlock(bytes, index, blocks);
  }

  /** Hashes the blocks of a content that was stored before blocks were hashed: reads all of it, once. @throws damaged */
  async #blocksOf(sha256: string): Promise<Uint8Array> {
    const kept = await hashFile(this.#path(sha256));
    if (kept.sha256 !== sha256) throw this.#found(sha256);
    await this.#blocks.keep(new Map([[sha256, kept.blocks]]));
    return kept.blocks;
  }

  #found(sha256: string): StorageError {
    this.#onDamaged(sha256);
    return damaged(sha256);
  }

  #readError(sha256: string, error: unknown): Promise<unknown> {
    return readError(sha256, error, () => isThere(this.incoming));
  }

  async #failed(sha256: string, error: unknown): Promise<unknown> {
    const failed = await this.#readError(sha256, error);
    if (failed instanceof StorageError && failed.code === 'unreadable') this.#onDamaged(sha256);
    return failed;
  }

  async #notRead(sha256: string, error: unknown): Promise<never> {
    throw await this.#failed(sha256, error);
  }

  async stat(sha256: string): Promise<{ size: number } | null> {
    const size = await sizeOfFile(this.#path(sha256));
    return size === null ? null : { size };
  }

  async *list(digit: string): AsyncGenerator<{ sha256: string; writtenAt: Date }> {
    const folder = await opendir(join(this.#root, digit)).catch(() => null);
    for await (const { name } of folder ?? []) {
      const found = SHA256.test(name) ? await stat(this.#path(name)).catch(() => null) : null;
      if (found) yield { sha256: name, writtenAt: found.mtime };
    }
  }

  async remove(sha256: string): Promise<void> {
    await rm(this.#path(sha256), { force: true });
  }

  async freeBytes(): Promise<number | null> {
    const { bavail, bsize } = (await statfs(this.incoming).catch(() => null)) ?? {};
    return bavail === undefined || bsize === undefined ? null : bavail * bsize;
  }

  async healthy(): Promise<boolean> {
    const probe = join(this.incoming, `probe-${randomUUID()}`);
    try {
      await writeFile(probe, 'x', { flag: 'wx', mode: 0o600 });
      return true;
    } catch (error) {
      const failed = asStorageError(error);
      if (failed.code !== 'storage_full') throw failed;
      return false;
    } finally {
      await rm(probe, { force: true });
    }
  }

  /** @param touched collects the folders whose entries have changed @returns the hashes of its blocks */
  async #place(file: IncomingFile, touched: Set<string>): Promise<Uint8Array> {
    const target = this.#path(file.sha256);
    const folder = dirname(target);
    if (!this.#durable.has(folder)) await this.#makeFolder(folder, touched);
    const blocks =
      file.sealed && (await this.#link(file, target)) ? NO_BLOCKS : await this.#copy(file, target);
    // Also where it existed before: whoever stored it may not have flushed the folder yet.
    touched.add(folder);
    return blocks;
  }

  /** False where it must be copied: there are no hard links here, or a file with its name has to be checked first. */
  async #link(file: IncomingFile, target: string): Promise<boolean> {
    try {
      await linkFile(file.path, target);
      return true;
    } catch (error) {
      const code = errno(error) ?? '';
      if (code !== 'EEXIST' && code !== 'ENOENT' && !NO_LINKS.has(code)) throw error;
      return false;
    }
  }

  /** Copies the bytes into a file that nobody else has ever opened, and renames it in one step. */
  async #copy(file: IncomingFile, target: string): Promise<Uint8Array> {
    const { size, sha256 } = file;
    if ((await sizeOfFile(target)) === size) {
      const kept = await hashFile(target);
      if (kept.sha256 === sha256) return kept.blocks;
      this.#onDamaged(sha256);
    }
    const { handle: source, size: found } = await openPlain(file.path).catch((error: unknown) => {
      if (errno(error) !== 'ENOENT') throw error;
      throw new StorageError('source_missing', `nothing at ${file.path}`, { cause: error });
    });
    const path = join(this.incoming, `copy-${randomUUID()}`);
    try {
      if (found !== size) throw new StorageError('size_mismatch', `expected ${size} bytes, found ${found}`);
      const copied = await copyHashed(source, path);
      if (copied.sha256 !== sha256) throw new StorageError('hash_mismatch', `other bytes at ${file.path}`);
      await rename(path, target);
      return copied.blocks;
    } finally {
      await source.close();
      await rm(path, { force: true });
    }
  }

  async #makeFolder(folder: string, touched: Set<string>): Promise<void> {
    await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    touched.add(this.#root);
  }

  /** The path of a hash. No other function makes paths, so only a hash can name a file. */
  #path(sha256: string): string {
    if (!SHA256.test(sha256)) throw new StorageError('bad_hash', 'not a SHA-256 in lower-case hexadecimal');
    return join(this.#root, sha256.slice(0, 1), sha256);
  }
}

/**
 * Opens the storage in `<dataDir>/files`.
 * @param leftoverSeconds files in `incoming` that are older were left by a crash, and are deleted now
 */
export async function openFileStorage(
  dataDir: string,
  parts: StorageParts,
  leftoverSeconds = LEFTOVER_SECONDS,
): Promise<Storage> {
  const root = join(dataDir, 'files');
  const storage = new FileStorage(root, parts);
  await mkdir(storage.incoming, { recursive: true, mode: FOLDER_MODE });
  await adoptFormerFolders(root);
  await sweepLeftovers(storage.incoming, leftoverSeconds);
  return storage;
}
