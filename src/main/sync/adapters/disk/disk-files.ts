import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  statSync,
} from 'node:fs';
import * as fs from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isIncomplete } from '#shared/documents/file-completeness.ts';
import { baseName, joinPath, parentPath } from '../../planner/trees.ts';
import {
  type CheckedFile,
  type FileEntry,
  type Files,
  FilesError,
  isUnchanged,
  type KeptFile,
  type Packed,
} from '../../ports/files.ts';
import { copyFile } from './copy-file.ts';
import { codeOf, filesError, hasNoLinks } from './disk-errors.ts';
import { birthmarkOf, entryOf, identityOf, keepsBirthTime } from './disk-identity.ts';
import { DOCUMENT, EXECUTE, isOurs, makePrivate, PRIVATE, WRITE } from './disk-modes.ts';
import { removeEmptyFolder, unlinkExpected } from './disk-removal.ts';
import { type Space, spaceOf } from './disk-space.ts';
import { examine, hashOf } from './hash-file.ts';
import { listFolder } from './list-folder.ts';
import { makeFolders } from './make-folders.ts';
import { moveEntry } from './move-entry.ts';
import { openForWriting } from './open-files.ts';
import { packFiles, readPart } from './packs.ts';
import { RootPaths } from './root-paths.ts';
import { readSmall, readSmallInto, sha256Of, useSmall, writeFlushed } from './small-files.ts';
import { flush, writeNew } from './write-new.ts';

/** Bytes that may wait in memory while the disk writes. */
const WAITING_BYTES = 4 << 20;

/** The real disk below one folder. Whatever lies behind a symbolic link is refused. */
export class DiskFiles implements Files {
  readonly stableIdentity: boolean;
  private readonly root: string;
  private readonly paths: RootPaths;

  private constructor(root: string, stableIdentity: boolean) {
    this.root = root;
    this.paths = new RootPaths(root);
    this.stableIdentity = stableIdentity;
  }

  /** Opens `root`, makes it where it is missing, and finds out what its disk supports. */
  static async open(root: string): Promise<DiskFiles> {
    makeFolders(root, PRIVATE);
    const real = await fs.realpath(resolve(root));
    await makePrivate(real);
    return new DiskFiles(real, await keepsBirthTime(real));
  }

  async list(path: string): Promise<readonly FileEntry[] | undefined> {
    try {
      const absolute = await this.paths.resolve(path);
      // Reading it would follow the link.
      if (lstatSync(absolute, { throwIfNoEntry: false })?.isSymbolicLink())
        throw new FilesError('outside', path);
      return await listFolder(absolute, this.stableIdentity);
    } catch (error) {
      if (codeOf(error) === 'missing') return undefined;
      throw filesError(error, path);
    }
  }

  async stat(path: string): Promise<FileEntry | undefined> {
    try {
      // Synchronously: through a thread it costs ten times as much.
      const stats = lstatSync(this.absolute(path), { bigint: true, throwIfNoEntry: false });
      if (!stats) return undefined;
      return entryOf(path.slice(path.lastIndexOf('/') + 1), stats, this.stableIdentity);
    } catch (error) {
      if (codeOf(error) === 'missing') return undefined;
      throw filesError(error, path);
    }
  }

  async birthmark(path: string): Promise<string | undefined> {
    if (!this.stableIdentity) return undefined;
    try {
      const stats = lstatSync(this.absolute(path), { bigint: true, throwIfNoEntry: false });
      return stats && birthmarkOf(stats);
    } catch (error) {
      throw filesError(error, path);
    }
  }

  openForWriting(entries: readonly { readonly identity: string }[]): Promise<ReadonlySet<string>> {
    const wanted = new Set(entries.map(({ identity }) => identity));
    return openForWriting(this.root, wanted, (stats) => identityOf(stats, this.stableIdentity));
  }

  async hash(path: string): Promise<{ sha256: string; size: number }> {
    const describe = (bytes: Buffer) => ({ sha256: sha256Of(bytes), size: bytes.length });
    const small = await this.paths.run(path, (absolute) => useSmall(absolute, describe));
    return small ?? this.paths.read(path, hashOf);
  }

  async examine(path: string): Promise<{ sha256: string; size: number; incomplete: boolean }> {
    const name = baseName(path);
    const describe = async (bytes: Buffer) => {
      const read = async (offset: number, length: number) => bytes.subarray(offset, offset + length);
      const { length: size } = bytes;
      return { sha256: sha256Of(bytes), size, incomplete: await isIncomplete(name, size, read) };
    };
    const small = await this.paths.run(path, (absolute) => useSmall(absolute, describe));
    return small ?? this.paths.read(path, (handle) => examine(handle, name));
  }

  async makeFolder(path: string): Promise<void> {
    const folder = parentPath(path);
    try {
      await this.makeOneFolder(path);
    } catch (error) {
      // The folder above is missing too, which is rare.
      if (folder === '' || !(error instanceof FilesError && error.code === 'missing')) throw error;
      await this.makeFolder(folder);
      await this.makeOneFolder(path);
    }
  }

  makeOneFolder(path: string): Promise<void> {
    return this.paths.run(path, async (absolute) => {
      try {
        mkdirSync(absolute, isOurs(path) ? { mode: PRIVATE } : {});
      } catch (error) {
        if (codeOf(error) !== 'exists' || !lstatSync(absolute).isDirectory()) throw error;
      }
    });
  }

  async removeEmptyFolder(path: string): Promise<boolean> {
    return this.paths.run(path, async (absolute) => removeEmptyFolder(absolute));
  }

  async move(from: string, to: string): Promise<void> {
    await this.paths.runOnTwo(from, to, async (source, target) =>
      moveEntry({ path: from, absolute: source }, { path: to, absolute: target }),
    );
  }

  async replace(from: string, to: string, looked: CheckedFile | undefined): Promise<void> {
    await this.paths.runOnTwo(from, to, async (source, target) => {
      // Node cannot exchange two names in one step. So this checks and renames in one turn: what remains is the time
      // between two system calls, in which another program would have to rename its file to this name.
      if (looked) {
        const there = lstatSync(target, { bigint: true, throwIfNoEntry: false });
        if (!there || !isUnchanged(entryOf('', there, this.stableIdentity), looked))
          throw new FilesError('changed', to);
        // An executable script stays executable when its new version comes.
        const runs = Number(there.mode) & EXECUTE;
        if (runs !== 0) chmodSync(source, (statSync(source).mode & 0o777) | runs);
      }
      renameSync(source, target);
    });
  }

  async link(from: string, to: string): Promise<'linked' | 'copied'> {
    return this.paths.runOnTwo(from, to, async (source, target) => {
      try {
        await fs.link(source, target);
        return 'linked';
      } catch (error) {
        if (!hasNoLinks(error)) throw error;
        await copyFile(source, target, constants.COPYFILE_EXCL);
        return 'copied';
      }
    });
  }

  async copy(from: string, to: string): Promise<void> {
    await this.paths.runOnTwo(from, to, async (source, target) => {
      await copyFile(source, target);
      await fs.chmod(target, 0o600);
    });
  }

  async keepCopy(from: string, to: string): Promise<{ sha256: string; size: number }> {
    const bytes = await this.paths.run(from, async (absolute) => readSmall(absolute));
    if (bytes) {
      await this.paths.write(to, (absolute) => writeFlushed(absolute, [bytes]));
      return { sha256: sha256Of(bytes), size: bytes.length };
    }
    await this.copy(from, to);
    const copied = await this.hash(to);
    await this.syncFile(to);
    return copied;
  }

  async pack(from: readonly string[], to: string): Promise<(Packed | FilesError | undefined)[]> {
    const read = (path: string, into: Uint8Array) =>
      this.paths.run(path, async (absolute) => readSmallInto(absolute, into));
    return this.paths.write(to, (absolute) => packFiles(from, read, absolute));
  }

  async unpack(pack: string, part: { at: number; size: number }, to: string): Promise<void> {
    const bytes = await this.paths.run(pack, async (absolute) => readPart(absolute, part));
    if (!bytes) throw new FilesError('changed', pack);
    await this.paths.write(to, (absolute) => writeFlushed(absolute, [bytes]));
  }

  async unlink(path: string, looked: CheckedFile): Promise<boolean> {
    return this.paths.run(path, async (absolute) =>
      unlinkExpected(absolute, (stats) => isUnchanged(entryOf('', stats, this.stableIdentity), looked)),
    );
  }

  async start(path: string, bytes: number): Promise<Uint8Array> {
    return this.paths.run(path, async (absolute) => {
      const handle = await fs.open(absolute, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
      try {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
        return buffer.subarray(0, bytesRead);
      } finally {
        await handle.close();
      }
    });
  }

  space(): Promise<Space | undefined> {
    return spaceOf(this.root);
  }

  async write(path: string, offset: number, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    await this.paths.run(path, async (absolute) => {
      const flags = constants.O_WRONLY | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
      const handle = await fs.open(absolute, flags, 0o600);
      try {
        // A crash between the two steps of a move leaves a second name here. Writing to it would change the document.
        if ((await handle.stat()).nlink > 1) {
          unlinkExpected(absolute, ({ nlink }) => nlink > 1n);
          throw new FilesError('changed', path);
        }
        await handle.truncate(offset);
      } catch (error) {
        await handle.close();
        throw error;
      }
      // What arrives while the disk writes goes into one write. The stream closes the file, also after an error.
      await pipeline(chunks, handle.createWriteStream({ start: offset, highWaterMark: WAITING_BYTES }));
    });
  }

  async keep(path: string, bytes: Uint8Array, writable: boolean): Promise<KeptFile> {
    const stats = await this.paths.run(path, (absolute) => writeNew(absolute, bytes, modeOf(writable)));
    return { sha256: sha256Of(bytes), entry: entryOf(baseName(path), stats, this.stableIdentity) };
  }

  async renameRaw(folder: string, rawName: string, to: string): Promise<void> {
    await this.paths.run(joinPath(folder, to), async (target) => {
      const source = Buffer.concat([Buffer.from(dirname(target) + sep), Buffer.from(rawName, 'hex')]);
      if (!lstatSync(source, { throwIfNoEntry: false })) throw new FilesError('missing', folder);
      // Checks and renames in one turn, as above.
      if (lstatSync(target, { throwIfNoEntry: false })) throw new FilesError('exists', to);
      renameSync(source, target);
    });
  }

  async readText(path: string): Promise<string | undefined> {
    try {
      return await fs.readFile(await this.paths.resolve(path), 'utf8');
    } catch (error) {
      if (codeOf(error) === 'missing') return undefined;
      throw filesError(error, path);
    }
  }

  async writeText(path: string, text: string): Promise<void> {
    const half = `${path}.${randomUUID()}`;
    await this.paths.write(half, (absolute) => writeFlushed(absolute, [Buffer.from(text)]));
    await this.replace(half, path, undefined);
    await this.syncFolder(parentPath(path));
  }

  async setWritable(path: string, writable: boolean): Promise<void> {
    await this.paths.run(path, async (absolute) => {
      const { mode } = await fs.lstat(absolute);
      await fs.chmod(absolute, modeOf(writable) | (mode & EXECUTE));
    });
  }

  async syncFile(path: string): Promise<void> {
    await this.paths.run(path, syncHandle);
  }

  async syncFolder(path: string): Promise<void> {
    // Windows has no fsync for folders; its file system journals renames itself.
    if (process.platform !== 'win32') await this.paths.run(path, syncHandle);
  }

  /** The absolute path of a file, for a library that opens it itself. */
  absolute(path: string): string {
    return this.paths.absolute(path);
  }
}

const modeOf = (writable: boolean): number => DOCUMENT & (writable ? 0o777 : ~WRITE);

async function syncHandle(absolute: string): Promise<void> {
  const file = openSync(absolute, 'r');
  try {
    await flush(file);
  } finally {
    closeSync(file);
  }
}
