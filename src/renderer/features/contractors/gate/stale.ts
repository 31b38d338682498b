import type { Light } from '#shared/contractors/entry.ts';

/** For how long an answer is shown, in milliseconds: at a gate an old "yes" is worse than none. */
export const STALE_MS = 120_000;

export interface Heard {
  /** When the answer that is shown was asked for; undefined where there is none. */
  readonly askedAt: number | undefined;
  readonly now: number;
  /** Whether the last request failed. */
  readonly failed: boolean;
  readonly offline: boolean;
  /** Whether nobody sees the page: a phone shows its last picture for a moment when it wakes up. */
  readonly hidden: boolean;
}

/** Whether what is shown is too old to let somebody in. */
export const isStale = ({ askedAt, now, failed, offline, hidden }: Heard): boolean =>
  failed ||
  offline ||
  hidden ||
  askedAt === undefined ||
  now - askedAt > STALE_MS ||
  // The clock was set back: how old the answer is, is not known.
  now < askedAt;

/** The light that is shown. An old answer says nothing. */
export const shownLight = (light: Light, stale: boolean): Light => (stale ? 'unknown' : light);
