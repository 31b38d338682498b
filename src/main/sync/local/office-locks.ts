import { clashKey } from '#shared/platform/names.ts';
import type { Clock } from '../ports/clock.ts';

/** Whether a file is the mark that an office program leaves beside a document while it is open. */
export function isLockFile(name: string): boolean {
  return name.startsWith('~$') || (name.startsWith('.~lock.') && name.endsWith('#'));
}

/**
 * The documents that a lock file may stand for, out of the names beside it. LibreOffice writes the whole
 * name; Word leaves out the first one or two characters of longer ones. In doubt all of them are meant.
 */
export function lockedBy(lock: string, names: readonly string[]): readonly string[] {
  if (lock.startsWith('.~lock.')) {
    const target = clashKey(lock.slice('.~lock.'.length, -1));
    return names.filter((name) => clashKey(name) === target);
  }
  const rest = clashKey(lock.slice(2));
  return names.filter((name) => {
    const key = clashKey(name);
    return key === rest || key.slice(1) === rest || key.slice(2) === rest;
  });
}

/** A lease is renewed every 30 s and ends 90 s after the last renewal. */
export const LEASE_MS = 90_000;
export const RENEW_MS = 30_000;
const UNTOUCHED_MS = 24 * 3_600_000;

/**
 * Whether a lock file is left over: older than the last start of this computer, or beside a document that
 * nobody touched for 24 hours. All times in milliseconds of this computer.
 */
export function isStaleLock(
  lockModifiedAt: number,
  documentModifiedAt: number,
  now: number,
  bootedAt: number,
): boolean {
  if (lockModifiedAt < bootedAt) return true;
  return now - Math.max(lockModifiedAt, documentModifiedAt) > UNTOUCHED_MS;
}

/** When a lock file is judged, in milliseconds of the epoch. */
export interface LockTimes {
  readonly now: number;
  readonly bootedAt: number;
}

/**
 * Now, for `isStaleLock`. Somebody may have set the date since the lock file was written: of two dates the earlier one
 * counts, so that a lock is rather taken for live, and no document is replaced under an open program.
 */
export function lockTimes(clock: Clock): LockTimes {
  return { now: Math.min(clock.date(), clock.undisturbedDate()), bootedAt: clock.bootedAt() };
}
