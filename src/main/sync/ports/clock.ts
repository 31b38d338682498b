/** Time on this computer. */
export interface Clock {
  /**
   * Milliseconds since some moment, for measuring how long something took. Never goes back and never jumps, whatever
   * happens to the computer's date. It may stand still while the computer sleeps.
   */
  now(): number;
  /** Milliseconds of the epoch, by the computer's date: a person or a program may set it. */
  date(): number;
  /** What `date` would be if nobody had set it since this program began. Sleeping counts. */
  undisturbedDate(): number;
  /**
   * When this computer was started, in milliseconds of the epoch: by its present date or by that of this program's beginning,
   * whichever is earlier.
   */
  bootedAt(): number;
  /**
   * Resolves after `ms`, or at once when `signal` is aborted. It may end earlier where `ms` is weeks or Infinity, but only
   * after days.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
