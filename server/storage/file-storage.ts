import { randomUUID } from 'node:crypto';
import {
  copyFile,
  link,
  mkdir,
  open,
  opendir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  unlink,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { mapSome, syncFolder } from './durable.ts';
import { type IncomingFile, type Storage, StorageError } from './storage.ts';

const SHA256 = /^[0-9a-f]{64}$/;
/** Twice the default UPLOAD_ABANDONED_HOURS: by then a job has marked the upload errored, or should have. */
const LEFTOVER_SECONDS = 48 * 3600;
/** Bytes read at once: a large file then leaves at the disk's pace. */
const READ_AHEAD = 512 * 1024;
const FOLDER_MODE = 0o700;
/** Disks without second names for a file answer one of these. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV']);

function errno(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

function asStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const full = errno(error) === 'ENOSPC' || errno(error) === 'EDQUOT';
  return new StorageError(full ? 'storage_full' : 'storage_failed', String(error), error);
}

function notRead(sha256: string, error: unknown): never {
  if (errno(error) === 'ENOENT') throw new StorageError('not_kept', `no content ${sha256}`, error);
  throw asStorageError(error);
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    const { size } = await stat(path);
    return size;
  } catch (error) {
    if (errno(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Bytes to the disk before any name points at them. */
async function flush({ path, size }: IncomingFile): Promise<void> {
  const handle = await open(path, 'r+').catch((error: unknown) => {
    if (errno(error) !== 'ENOENT') throw error;
    throw new StorageError('source_missing', `nothing at ${path}`, error);
  });
  try {
    const found = (await handle.stat()).size;
    if (found !== size) throw new StorageError('size_mismatch', `expected ${size} bytes, found ${found}`);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/**
 * Files under `<root>/<a>/<sha256>`; `<root>/incoming` holds what is being written. Sixteen folders and no more: a
 * batch of documents waits for the flush of each folder that it touches, and today's file systems are as quick in a
 * folder of a hundred thousand names as in one of a hundred.
 */
class FileStorage implements Storage {
  readonly incoming: string;
  readonly #root: string;
  /** Folders that are known to be there, and to be there after a power cut too. */
  readonly #durable = new Set<string>();

  constructor(root: string) {
    this.#root = root;
    this.incoming = join(root, 'incoming');
  }

  async prepare(leftoverSeconds: number): Promise<void> {
    await mkdir(this.incoming, { recursive: true, mode: FOLDER_MODE });
    await this.#adoptFormerFolders();
    const times = new Map<string, number>();
    await mapSome(await readdir(this.incoming), async (name) => {
      const { mtimeMs } = await stat(join(this.incoming, name));
      times.set(name, mtimeMs);
    });
    const oldest = Date.now() - leftoverSeconds * 1000;
    await mapSome([...times.keys()], async (name) => {
      // A resumable upload is two files, of which the description is not touched again: the younger one counts.
      const parts = [name, name.replace(/\.json$/, ''), `${name}.json`];
      if (parts.every((part) => (times.get(part) ?? 0) < oldest))
        await rm(join(this.incoming, name), { recursive: true, force: true });
    });
  }

  /** Up to November 2026 contents lay under `<aa>/<bb>/<sha256>`. Broken off, it goes on at the next start. */
  async #adoptFormerFolders(): Promise<void> {
    const former = (await readdir(this.#root)).filter((name) => /^[0-9a-f]{2}$/.test(name));
    for (const first of former) {
      const from = join(this.#root, first);
      const to = join(this.#root, first.slice(0, 1));
      await mkdir(to, { recursive: true, mode: FOLDER_MODE });
      for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
        if (SHA256.test(entry.name)) await rename(join(entry.parentPath, entry.name), this.#path(entry.name));
      }
      await syncFolder(to);
      await rm(from, { recursive: true });
    }
    if (former.length > 0) await syncFolder(this.#root);
  }

  putFile(file: IncomingFile): Promise<void> {
    return this.putMany([file]);
  }

  async putMany(files: readonly IncomingFile[]): Promise<void> {
    const touched = new Set<string>();
    const failures = await mapSome(files, (file) =>
      this.#place(file, touched).then(() => null, asStorageError),
    );
    try {
      await mapSome([...touched], syncFolder);
      for (const folder of touched) this.#durable.add(folder);
    } catch (error) {
      throw asStorageError(error);
    }
    const failure = failures.find((error) => error !== null);
    if (failure) throw failure;
  }

  async open(sha256: string, range: { start?: number; end?: number } = {}): Promise<Readable> {
    const handle = await open(this.#path(sha256), 'r').catch((error) => notRead(sha256, error));
    return handle.createReadStream({ ...range, highWaterMark: READ_AHEAD });
  }

  async read(sha256: string): Promise<Buffer> {
    return readFile(this.#path(sha256)).catch((error) => notRead(sha256, error));
  }

  async stat(sha256: string): Promise<{ size: number } | null> {
    const size = await sizeOf(this.#path(sha256));
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

  async healthy(): Promise<void> {
    const probe = join(this.incoming, `probe-${randomUUID()}`);
    try {
      const handle = await open(probe, 'wx', 0o600);
      await handle.writeFile('x').finally(() => handle.close());
      await unlink(probe);
    } catch (error) {
      throw asStorageError(error);
    }
  }

  /** Gives a flushed file its name. @param touched gathers the folders whose entries have changed */
  async #place(file: IncomingFile, touched: Set<string>): Promise<void> {
    const target = this.#path(file.sha256);
    const folder = dirname(target);
    if (!file.flushed) await flush(file);
    if (!this.#durable.has(folder)) await this.#makeFolder(folder, touched);
    await this.#name(file, target);
    // Also where it was there before: who put it may not have come to this step yet.
    touched.add(folder);
  }
  async #name(file: IncomingFile, target: string): Promise<void> {
    try {
      await link(file.path, target);
      return;
    } catch (error) {
      const code = errno(error) ?? '';
      if (code === 'ENOENT') throw new StorageError('source_missing', `nothing at ${file.path}`, error);
      if (code === 'EEXIST' && (await sizeOf(target)) === file.size) return;
      if (code !== 'EEXIST' && !NO_LINKS.has(code)) throw error;
    }
    // No second names here, or a damaged file of another length in its place: a copy takes the name in one step.
    const copy = join(this.incoming, `copy-${randomUUID()}`);
    try {
      await copyFile(file.path, copy);
      await flush({ ...file, path: copy });
      await rename(copy, target);
    } finally {
      await rm(copy, { force: true });
    }
  }
  async #makeFolder(folder: string, touched: Set<string>): Promise<void> {
    await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    touched.add(this.#root);
  }

  /** The one way from a hash to a path: nothing but a hash can name a file. */
  #path(sha256: string): string {
    if (!SHA256.test(sha256)) throw new StorageError('bad_hash', 'not a SHA-256 in lower-case hexadecimal');
    return join(this.#root, sha256.slice(0, 1), sha256);
  }
}

/**
 * Opens the store in `<dataDir>/files`.
 * @param leftoverSeconds what has lain in `incoming` for longer is what a crash left there, and is swept now
 */
export async function openFileStorage(dataDir: string, leftoverSeconds = LEFTOVER_SECONDS): Promise<Storage> {
  const storage = new FileStorage(join(dataDir, 'files'));
  await storage.prepare(leftoverSeconds);
  return storage;
}
