import type { FileEntry } from '../ports/files.ts';
import { isLockFile, isStaleLock, type LockTimes, lockedBy } from './office-locks.ts';

export interface LocalLock {
  /** Path of the document. */
  readonly path: string;
  /** Left over from a program that ended without removing it. */
  readonly stale: boolean;
}

/**
 * The documents of one folder beside which an office program left its lock file, by name; true where it is stale.
 *
 * @param documents what in the folder may be a document, without what is ignored
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
      // Under two lock files it is open while one of them is live.
      locks.set(name, stale && (locks.get(name) ?? true));
    }
  }
  return locks;
}

/** Whether an entry is a lock file. */
export function isMark({ kind, name }: FileEntry): boolean {
  return kind === 'file' && isLockFile(name);
}
