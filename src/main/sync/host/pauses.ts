/** How long to wait before a server is tried again. All in milliseconds. */

export const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** Nobody answers: a try costs the server nothing, and its return is noticed soon. */
const LONGEST_SILENT_PAUSE_MS = 2_000;
/** Something answers in its place, or says that it cannot now. */
const LONGEST_BUSY_PAUSE_MS = 15_000;
/** A server may ask to come back later, but not to stay away for hours by mistake. */
const LONGEST_WAIT_MS = 600_000;

/** What went wrong, as far as the pause depends on it. */
export interface Failed {
  readonly code: string;
  /** There was no answer, or one that asks to come back. */
  readonly offline: boolean;
  /** What the server asked for. */
  readonly retryAfterMs: number | undefined;
}

/**
 * The pause after so many failures in a row. It is another one on each computer: after a server's restart not all of them
 * come at the same moment. Never shorter than the server asked for, but for the longest.
 *
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
  return spread(Math.min(longest, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 30)), random);
}

/** A pause between half of `ms` and all of it. */
export function spread(ms: number, random: () => number = Math.random): number {
  return ms * (0.5 + random() / 2);
}
