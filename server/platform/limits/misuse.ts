import { EventLoop } from './event-loop.ts';
import { TokenBucket } from './token-bucket.ts';

type Rate = ConstructorParameters<typeof TokenBucket>[0];

/** How much misuse of connections an address is let pass, and how long it is refused then. */
export interface MisuseLimits {
  /** Connections that were ended for misuse. */
  readonly ended: Rate;
  /** Connections that were opened, whatever they are for. */
  readonly opened: Rate;
  /** Milliseconds of the first refusal; each further one lasts twice as long, up to the longest. */
  readonly firstMs: number;
  readonly longestMs: number;
  /**
   * The share of its time, from 0 to 1, that the process must be working for somebody to be refused. Others share the
   * address, and as long as nobody has to wait they would only suffer.
   */
  readonly busy: number;
}

/**
 * An office of 5,000 people is one address: its programs open some thousand connections at once after a restart of the
 * server, and are not refused. A connection that has to be ended is rare, whoever is behind the address.
 */
export const MISUSE_LIMITS: MisuseLimits = {
  ended: { burst: 30, perSecond: 0.2 },
  opened: { burst: 10_000, perSecond: 500 },
  firstMs: 1000,
  longestMs: 60_000,
  busy: 0.7,
};

/** What an honest client may do now and then, such as send on after it was refused, counts as a tenth of a misuse. */
export const SLIGHT = 0.1;
/** What no client does by mistake, and takes much time before it is noticed, counts as ten. */
export const GROSS = 10;

/** An address that did nothing for this long begins anew, with a short refusal. */
const FORGET_MS = 600_000;
/** How many addresses are known at once; beyond, those that were quiet for longest are forgotten. */
const ADDRESSES_MAX = 20_000;

interface Known {
  readonly ended: TokenBucket;
  readonly opened: TokenBucket;
  refusedUntil: number;
  nextMs: number;
  seenAt: number;
}

/**
 * Counts the misuse of connections by address (`addressKey`), in this process alone: what it protects is the process's
 * own time. Whoever reconnects after each end is refused for a short time, and for longer each time.
 */
export class Misuse {
  readonly #limits: MisuseLimits;
  readonly #eventLoop: Pick<EventLoop, 'busy'>;
  /** Those that were seen last are at the end. */
  readonly #known = new Map<string, Known>();

  constructor(limits: MisuseLimits = MISUSE_LIMITS, eventLoop: Pick<EventLoop, 'busy'> = new EventLoop()) {
    this.#limits = limits;
    this.#eventLoop = eventLoop;
  }

  /** Counts a new connection. @returns whether it is to be refused */
  open(key: string): boolean {
    const known = this.#see(key);
    return performance.now() < known.refusedUntil || (!known.opened.take() && this.#isBusy);
  }

  get #isBusy(): boolean {
    return this.#eventLoop.busy >= this.#limits.busy;
  }

  /** Counts a connection that was ended for misuse. What was open before a refusal began does not prolong it. */
  end(key: string, cost = 1): void {
    const known = this.#see(key);
    const now = performance.now();
    if (now < known.refusedUntil || known.ended.take(cost) || !this.#isBusy) return;
    known.refusedUntil = now + known.nextMs;
    known.nextMs = Math.min(2 * known.nextMs, this.#limits.longestMs);
  }

  /** Milliseconds for which an address is refused; 0 for one that is not. */
  refusedMs(key: string): number {
    return Math.max(0, (this.#known.get(key)?.refusedUntil ?? 0) - performance.now());
  }

  #see(key: string): Known {
    const now = performance.now();
    const { ended, opened, firstMs } = this.#limits;
    const before = this.#known.get(key);
    const known: Known =
      before && now - before.seenAt < FORGET_MS
        ? before
        : {
            ...{ ended: new TokenBucket(ended), opened: new TokenBucket(opened) },
            ...{ refusedUntil: 0, nextMs: firstMs, seenAt: now },
          };
    known.seenAt = now;
    this.#known.delete(key);
    this.#known.set(key, known);
    this.#forgetQuiet(now);
    return known;
  }

  #forgetQuiet(now: number): void {
    for (const [key, { seenAt }] of this.#known) {
      if (this.#known.size <= ADDRESSES_MAX && now - seenAt < FORGET_MS) return;
      this.#known.delete(key);
    }
  }
}
