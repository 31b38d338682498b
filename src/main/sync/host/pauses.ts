/** How long to wait before a server is tried again. All times are in milliseconds. */

export const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** Nothing answers: a try costs the server nothing, and its return is noticed soon. */
const LONGEST_SILENT_PAUSE_MS = 2_000;
/** Something else answers in its place, or the server says that it cannot answer now. */
const LONGEST_BUSY_PAUSE_MS = 15_000;
/** A server may ask for a retry later, but a mistake must not stop a desktop for hours. */
const LONGEST_WAIT_MS = 600_000;

/** The part of a failure that the pause depends on. */
export interface Failed {
  readonly code: string;
  /** Whether no answer came, or one that asks to retry later. */
  readonly offline: boolean;
  /** The pause that the server asked for. */
  readonly retryAfterMs: number | undefined;
}

/**
 * The pause after this many failures in a row. It differs from computer to computer, so that not all of them return at
 * the same moment after a restart of the server. Never shorter than the server asked for, up to the longest wait.
 * @param random from 0 up to 1
 */
export function pauseAfter(failures: number, failed: Failed, random: () => number = Math.random): number {
  const { code, offline, retryAfterMs } = failed;
  if (retryAfterMs !== undefined) {
    const asked = Math.min(retryAfterMs, LONGEST_WAIT_MS);
    return asked + random() * Math.min(asked, LONGEST_BUSY_PAUSE_MS);
  }
  const longest = !offline
    ? LONGEST_PAUSE_MS
    : code === 'offline'
      ? LONGEST_SILENT_PAUSE_MS
      : LONGEST_BUSY_PAUSE_MS;
  return addJitter(Math.min(longest, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 30)), random);
}

/** A random pause between half of `ms` and all of it. */
export function addJitter(ms: number, random: () => number = Math.random): number {
  return ms * (0.5 + random() / 2);
}
