import { chmodSync, type Dirent, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { chmod, mkdir, mkdtemp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { diskName } from '#shared/platform/files/names.ts';

/** Of the folder of each copy. */
const PREFIX = 'copy-';

/**
 * Files that exist only to be dragged out of the window, in a folder that nobody else can enter. Each is read-only: a
 * program that opens one where it lies says so, instead of saving work into a file that is removed when the app ends.
 */
export class DragCopies {
  private readonly folder: string;

  /** @param folder absolute */
  constructor(folder: string) {
    this.folder = folder;
  }

  /**
   * Makes a copy in a folder of its own, so that it can have any name.
   *
   * @param name what the server calls the file; it is given a form that every disk accepts
   * @param write puts the bytes at the path that it is given
   * @returns the absolute path
   */
  async make(name: string, write: (path: string) => Promise<unknown>): Promise<string> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const own = await mkdtemp(join(this.folder, PREFIX));
    const path = join(own, diskName(name));
    try {
      await write(path);
      await chmod(path, 0o400);
      return path;
    } catch (error) {
      removeCopy(own);
      throw error;
    }
  }

  /** Removes a copy; anything else stays. */
  remove(path: string): void {
    const own = dirname(path);
    if (dirname(own) === this.folder) removeCopy(own);
  }

  /** Removes all of them. Not later but now, because the app may be ending. */
  clear(): void {
    for (const own of entriesOf(this.folder))
      if (own.isDirectory() && own.name.startsWith(PREFIX)) removeCopy(join(this.folder, own.name));
    removeEmpty(this.folder);
  }
}

/** Of a folder that is not there: none. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It is not there, or not empty.
  }
}

/**
 * Removes a copy and its folder, and never a folder in it: whatever went wrong, no more can go than was made here. A file
 * that another program holds open stays until the app starts again.
 */
function removeCopy(own: string): void {
  try {
    for (const file of entriesOf(own)) {
      if (!file.isFile()) continue;
      const path = join(own, file.name);
      // Windows removes no file that is read-only.
      chmodSync(path, 0o600);
      unlinkSync(path);
    }
  } catch {
    // It is found at the next start.
  }
  removeEmpty(own);
}
