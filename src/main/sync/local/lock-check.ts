import { baseName, joinPath, parentPath } from '../planner/trees.ts';
import type { Clock } from '../ports/clock.ts';
import { type FileEntry, type Files, FilesError } from '../ports/files.ts';
import { isStaleLock, lockTimes } from './office-locks.ts';

/** Whether a document has a live lock file at this moment, under any name that such a file can have. */
export async function isLockedNow(files: Files, clock: Clock, path: string): Promise<boolean> {
  const folder = parentPath(path);
  const name = baseName(path);
  const marks = [`.~lock.${name}#`, `~$${name}`, `~$${name.slice(1)}`, `~$${name.slice(2)}`];
  const found = await Promise.all(marks.map((mark) => markAt(files, joinPath(folder, mark))));
  if (found.every((entry) => entry === undefined)) return false;
  const document = await files.stat(path);
  const touched = document?.modifiedAt ?? 0;
  const { now, bootedAt } = lockTimes(clock);
  return found.some((entry) => entry && !isStaleLock(entry.modifiedAt, touched, now, bootedAt));
}

/** The lock file, where there is one. Where its name would be too long for the disk, there is none. */
async function markAt(files: Files, path: string): Promise<FileEntry | undefined> {
  try {
    return await files.stat(path);
  } catch (error) {
    if (error instanceof FilesError && error.code === 'name') return undefined;
    throw error;
  }
}
