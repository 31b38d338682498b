import { type Failed, pauseAfter } from './pauses.ts';

/** Failures of whole cycles in a row, and when the next try is due. */
export class Attempts {
  private count = 0;
  /** The last failure's code, and when the next try is due, on the clock's scale. */
  private last = { code: '', retryAt: Number.NEGATIVE_INFINITY };

  get failures(): number {
    return this.count;
  }

  succeed(): void {
    this.count = 0;
    this.last = { code: '', retryAt: Number.NEGATIVE_INFINITY };
  }

  /** Notes a failure. Returns when the next try is due, on the clock's scale. */
  fail(failure: Failed, now: number): number {
    const { code, retryAfterMs } = failure;
    // A hint caused a try before its time. Only a failure after the pause makes the next pause longer: otherwise a busy
    // folder on a full disk would have to wait a minute after a few seconds.
    const isEarly = code === this.last.code && now < this.last.retryAt;
    if (!isEarly || retryAfterMs !== undefined) {
      this.count += 1;
      this.last = { code, retryAt: now + pauseAfter(this.count, failure) };
    }
    return this.last.retryAt;
  }
}
