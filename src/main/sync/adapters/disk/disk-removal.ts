import { type BigIntStats, lstatSync, rmdirSync, unlinkSync } from 'node:fs';
import { codeOf } from './disk-errors.ts';

/**
 * The only place of the app that takes names off the disk below the sync folder; `removal-guard.test.ts` holds every other
 * module to that. Whoever calls it has made sure that nothing a person made goes with the name (executors/removal.ts).
 */

/**
 * Takes a file's name away where `isExpected` still holds for what lies there; looked at and removed in one turn, so that
 * what is left is the time between two system calls. Raises the system's errors.
 *
 * @returns whether the name is free now
 */
export function unlinkExpected(absolute: string, isExpected: (stats: BigIntStats) => boolean): boolean {
  const there = lstatSync(absolute, { bigint: true, throwIfNoEntry: false });
  if (!there) return true;
  if (there.isDirectory() || !isExpected(there)) return false;
  unlinkSync(absolute);
  return true;
}

/** Removes a folder in which nothing lies, whatever its name. @returns whether it is gone; raises the system's errors */
export function removeEmptyFolder(absolute: string): boolean {
  try {
    rmdirSync(absolute);
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'missing') return lstatSync(absolute, { throwIfNoEntry: false }) === undefined;
    // ENOTEMPTY; some systems say EEXIST.
    if (code === 'exists') return false;
    throw error;
  }
}
