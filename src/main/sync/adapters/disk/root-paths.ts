import { constants } from 'node:fs';
import * as fs from 'node:fs/promises';
import { sep } from 'node:path';
import { parentPath } from '../../planner/trees.ts';
import { FilesError } from '../../ports/files.ts';
import { filesError, filesErrorOfTwo } from './disk-errors.ts';
import { unlinkExpected } from './disk-removal.ts';

/** For how long, in milliseconds, a folder that was found to be inside the root is not checked again. */
const INSIDE_MS = 500;

/** Runs calls on paths below one folder. Whatever lies behind a symbolic link is refused. */
export class RootPaths {
  private readonly root: string;
  /** The root with one separator at its end: the root of a disk has one already. */
  private readonly prefix: string;
  private readonly knownInside = new Map<string, number>();

  /** @param root its real path */
  constructor(root: string) {
    this.root = root;
    this.prefix = root.endsWith(sep) ? root : root + sep;
  }

  /** The absolute path by its names alone. Throws `outside` where one of them is not that of an entry. */
  absolute(path: string): string {
    if (path !== '' && !path.split('/').every(isOneName)) throw new FilesError('outside', path);
    // Each part is the name of one entry, so there is nothing for `resolve` to resolve.
    return path === '' ? this.root : this.prefix + (sep === '/' ? path : path.replaceAll('/', sep));
  }

  /** Opens a file for reading, and closes it. */
  read<T>(path: string, read: (handle: fs.FileHandle) => Promise<T>): Promise<T> {
    return this.run(path, async (absolute) => {
      const handle = await fs.open(absolute, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
      try {
        return await read(handle);
      } finally {
        await handle.close();
      }
    });
  }

  /** Runs a call with two paths. Its error names the path that refuses. */
  async runOnTwo<T>(
    from: string,
    to: string,
    action: (source: string, target: string) => Promise<T>,
  ): Promise<T> {
    const source = await this.resolve(from);
    return this.run(to, async (target) => {
      try {
        return await action(source, target);
      } catch (error) {
        throw await filesErrorOfTwo(error, { path: from, absolute: source }, { path: to, absolute: target });
      }
    });
  }

  /** Runs a call with a path. Its error names the path. */
  async run<T>(path: string, action: (absolute: string) => Promise<T>): Promise<T> {
    try {
      return await action(await this.resolve(path));
    } catch (error) {
      throw filesError(error, path);
    }
  }

  /** Writes one of the engine's own files. Nothing is left of it where that fails: on a full disk each try would leave one. */
  write<T>(path: string, write: (absolute: string) => Promise<T>): Promise<T> {
    return this.run(path, async (absolute) => {
      try {
        return await write(absolute);
      } catch (error) {
        unlinkExpected(absolute, () => true);
        throw error;
      }
    });
  }

  /** The absolute path. Refuses one whose folder is reached through a symbolic link: it may lead out of the root. */
  async resolve(path: string): Promise<string> {
    const absolute = this.absolute(path);
    const folder = this.absolute(parentPath(path));
    const now = performance.now();
    if (now - (this.knownInside.get(folder) ?? Number.NEGATIVE_INFINITY) < INSIDE_MS) return absolute;
    if ((await fs.realpath(folder)) !== folder) throw new FilesError('outside', path);
    if (this.knownInside.size > 1000) this.knownInside.clear();
    this.knownInside.set(folder, now);
    return absolute;
  }
}

/** Whether it is the name of an entry in a folder, not a path to another one. */
function isOneName(name: string): boolean {
  if (name === '' || name === '.' || name === '..' || name.includes('\0')) return false;
  // On Windows `\` also separates names, and `:` leads to another disk or to a hidden stream.
  return process.platform !== 'win32' || !/[\\:]/.test(name);
}
