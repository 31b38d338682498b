import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** One file that lay below a folder. */
export interface FileBelow {
  /** From the folder that was asked for. */
  path: string;
  name: string;
  bytes: Buffer;
}

/**
 * Every file below a folder, in order of their paths, while a running app goes on writing there: a file that is gone by
 * the time it is read is left out, and where a whole folder has gone the walk begins again.
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
