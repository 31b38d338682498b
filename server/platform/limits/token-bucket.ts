/** A rate limit: how many at once, and how many a second in the long run. */
export class TokenBucket {
  readonly #burst: number;
  readonly #perSecond: number;
  #tokens: number;
  #filledAt = performance.now();

  constructor({ burst, perSecond }: { readonly burst: number; readonly perSecond: number }) {
    this.#burst = burst;
    this.#perSecond = perSecond;
    this.#tokens = burst;
  }

  /** @returns false where there are too few left */
  take(cost = 1): boolean {
    this.#fill();
    if (this.#tokens < cost) return false;
    this.#tokens -= cost;
    return true;
  }

  /** Takes for what was used already, also where there are too few. @returns whether there are any left */
  spend(cost: number): boolean {
    this.#fill();
    this.#tokens -= cost;
    return this.#tokens > 0;
  }

  #fill(): void {
    const now = performance.now();
    const filled = this.#tokens + ((now - this.#filledAt) / 1000) * this.#perSecond;
    this.#tokens = Math.min(this.#burst, filled);
    this.#filledAt = now;
  }
}
