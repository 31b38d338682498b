import { clashKey } from '#shared/platform/files/names.ts';
import type { Clock } from '../ports/clock.ts';

/** Whether a file is the lock file that an office program keeps beside an open document. */
export function isLockFile(name: string): boolean {
  return name.startsWith('~$') || (name.startsWith('.~lock.') && name.endsWith('#'));
}

/**
 * The documents that a lock file may belong to, among the names beside it. LibreOffice writes the whole name; Word
 * leaves out the first one or two characters of longer names. In doubt all of them are returned.
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
 * Whether a lock file was left over: it is older than the last start of this computer, or its document was untouched
 * for 24 hours. All times are milliseconds of this computer's clock.
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

/** The times by which a lock file is judged, in milliseconds of the epoch. */
export interface LockTimes {
  readonly now: number;
  readonly bootedAt: number;
}

/**
 * The present times for `isStaleLock`. Somebody may have changed the date since the lock file was written, so the
 * earlier of two dates counts: a lock is rather taken for live, and no document is replaced while a program has it
 * open.
 */
export function lockTimes(clock: Clock): LockTimes {
  return { now: Math.min(clock.date(), clock.undisturbedDate()), bootedAt: clock.bootedAt() };
}
