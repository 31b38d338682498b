/** Time on this computer, in milliseconds. */
export interface Clock {
  now(): number;
  /** When this computer was started, on the same scale. */
  bootedAt(): number;
  /** Resolves after `ms`, or at once when `signal` is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
