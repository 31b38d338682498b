import { type BigIntStats, lstatSync, rmdirSync, unlinkSync } from 'node:fs';
import { codeOf } from './disk-errors.ts';

/**
 * The only module that removes names from the disk below the sync folder; `removal-guard.test.ts` checks that. Callers
 * must have made sure that nothing a person made is lost with the name (executors/removal.ts).
 */

/**
 * Removes a file's name where `isExpected` holds for the file. Checks and removes in one turn, so what remains is the
 * time between two system calls. Throws the system's errors.
 * @returns whether the name is free now
 */
export function unlinkExpected(absolute: string, isExpected: (stats: BigIntStats) => boolean): boolean {
  const there = lstatSync(absolute, { bigint: true, throwIfNoEntry: false });
  if (!there) return true;
  if (there.isDirectory() || !isExpected(there)) return false;
  unlinkSync(absolute);
  return true;
}

/** Removes an empty folder, whatever its name. @returns whether it is gone; throws the system's errors */
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
