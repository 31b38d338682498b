/** Time on this computer. */
export interface Clock {
  /**
   * Milliseconds since an arbitrary moment, for durations. Never goes back and never jumps, whatever happens to the
   * computer's date. May stop while the computer sleeps.
   */
  now(): number;
  /** Milliseconds of the epoch, by the computer's date, which may be changed. */
  date(): number;
  /** What `date` would be if nobody had changed it since this program began. Sleep counts. */
  undisturbedDate(): number;
  /**
   * When this computer was started, in milliseconds of the epoch: by its present date or by that of this program's
   * beginning, whichever is earlier.
   */
  bootedAt(): number;
  /**
   * Resolves after `ms`, or at once when `signal` is aborted. Where `ms` is weeks or Infinity, it may resolve earlier,
   * but only after days.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
