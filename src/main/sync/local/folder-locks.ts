import type { FileEntry } from '../ports/files.ts';
import { isLockFile, isStaleLock, type LockTimes, lockedBy } from './office-locks.ts';

export interface LocalLock {
  /** Path of the document. */
  readonly path: string;
  /** Left by a program that ended without removing it. */
  readonly stale: boolean;
}

/**
 * The documents of one folder that have an office program's lock file beside them, by name; true where the lock is
 * stale.
 * @param documents the names in the folder that may be documents, without ignored ones
 */
export function locksAmong(
  entries: readonly FileEntry[],
  documents: readonly FileEntry[],
  { now, bootedAt }: LockTimes,
): ReadonlyMap<string, boolean> {
  const locks = new Map<string, boolean>();
  const names = documents.map(({ name }) => name);
  for (const mark of entries.filter(isMark)) {
    const meant = new Set(lockedBy(mark.name, names));
    for (const { name, modifiedAt } of documents) {
      if (!meant.has(name)) continue;
      const stale = isStaleLock(mark.modifiedAt, modifiedAt, now, bootedAt);
      // With two lock files it is open while one of them is live.
      locks.set(name, stale && (locks.get(name) ?? true));
    }
  }
  return locks;
}

/** Whether an entry is a lock file. */
export function isMark({ kind, name }: FileEntry): boolean {
  return kind === 'file' && isLockFile(name);
}
