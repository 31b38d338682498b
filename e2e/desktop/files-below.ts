import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** One file below a folder. */
export interface FileBelow {
  /** Path relative to the folder. */
  path: string;
  name: string;
  bytes: Buffer;
}

/**
 * Every file below a folder, sorted by path, while a running app writes there. A file that disappears before it is read
 * is left out; if a folder disappears the walk starts again.
 */
export async function filesBelow(folder: string): Promise<FileBelow[]> {
  for (;;) {
    try {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const found = await Promise.all(
        entries
          .filter((entry) => entry.isFile())
          .map(async ({ parentPath, name }) => {
            const bytes = await readIfThere(join(parentPath, name));
            return bytes ? [{ path: relative(folder, join(parentPath, name)), name, bytes }] : [];
          }),
      );
      return found.flat().sort((a, b) => (a.path < b.path ? -1 : 1));
    } catch (cause) {
      if (!isMissing(cause)) throw cause;
      if (!existsSync(folder)) return [];
    }
  }
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    throw cause;
  }
}

const isMissing = (cause: unknown): boolean => (cause as NodeJS.ErrnoException).code === 'ENOENT';
