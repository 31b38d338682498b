import { rmSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { diskName } from '#shared/platform/names.ts';

/**
 * Files that exist only to be dragged out of the window, in a folder that nobody else can enter. Each is read-only: a
 * program that opens one where it lies says so, instead of saving work into a file that is removed when the app ends.
 */
export class DragCopies {
  private readonly folder: string;

  /** @param folder absolute; removed with everything in it, so that nothing else may lie there */
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
    const own = await mkdtemp(join(this.folder, 'copy-'));
    const path = join(own, diskName(name));
    try {
      await write(path);
      await chmod(path, 0o400);
      return path;
    } catch (error) {
      await rm(own, { recursive: true, force: true });
      throw error;
    }
  }

  /** Removes a copy; anything else stays. */
  async remove(path: string): Promise<void> {
    if (this.has(path)) await rm(dirname(path), { recursive: true, force: true });
  }

  /** Removes all of them. Not later but now, because the app may be ending. */
  clear(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private has(path: string): boolean {
    return dirname(dirname(path)) === this.folder;
  }
}
