import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

interface Batch {
  left: number;
  /** Milliseconds of the epoch at which it expires. */
  until: number;
  /** Why there are no points until then. */
  refused: RateLimiterRes | null;
}

/** From this many keys on, expired ones are deleted. */
const KEYS_MAX = 10_000;

/**
 * A counter from which points are taken in batches, so that only some calls need a statement. Several processes share
 * the counter, each with an error of at most one batch.
 */
export class BatchedCounter {
  readonly #counter: RateLimiterAbstract;
  readonly #size: number;
  readonly #lots = new Map<string, Batch>();
  readonly #asking = new Map<string, Promise<void>>();

  /** @param size points of a batch: the counter's limit must be a multiple of it */
  constructor(counter: RateLimiterAbstract, size: number) {
    this.#counter = counter;
    this.#size = size;
  }

  /** Takes a point. @throws RateLimiterRes where there is none left */
  async take(key: string): Promise<void> {
    for (;;) {
      const lot = this.#lots.get(key);
      if (lot && lot.until > Date.now()) {
        if (lot.refused) throw new RateLimiterRes(0, lot.until - Date.now());
        if (lot.left > 0) {
          lot.left -= 1;
          return;
        }
      }
      // Calls that come meanwhile wait for the same batch.
      const asking = this.#asking.get(key) ?? this.#ask(key);
      await asking;
    }
  }

  #ask(key: string): Promise<void> {
    const asking = this.#counter
      .consume(key, this.#size)
      .then(
        ({ msBeforeNext }) => ({ left: this.#size, ms: msBeforeNext, refused: null }),
        (error: unknown) => {
          if (!(error instanceof RateLimiterRes)) throw error;
          return { left: 0, ms: error.msBeforeNext, refused: error };
        },
      )
      .then(({ left, ms, refused }) => {
        // A batch that expires at once would be requested for ever.
        this.#lots.set(key, { left, until: Date.now() + Math.max(1, ms), refused });
        if (this.#lots.size > KEYS_MAX) this.#forget();
      })
      .finally(() => this.#asking.delete(key));
    this.#asking.set(key, asking);
    return asking;
  }

  #forget(): void {
    const now = Date.now();
    for (const [key, { until }] of this.#lots) if (until <= now) this.#lots.delete(key);
  }
}
