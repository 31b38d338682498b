import PQueue from 'p-queue';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { ApiError } from '../../../platform/errors.ts';
import { addressKey } from '../../../platform/limits/address-key.ts';

/** Whom a try counts against. */
export interface Attempt {
  /** The e-mail that was typed, known or not. */
  readonly account?: string | undefined;
  readonly address: string;
  /**
   * Counted instead of account and address where somebody has shown who they are: a device that has signed in to this
   * account before, or a person who is signed in. So nobody is kept out by what strangers try in their name or at their
   * address.
   */
  readonly own?: string | undefined;
}

export interface Attempts {
  /**
   * Runs a try at a secret. One that fails (bad_credentials, bad_code) counts against account and address.
   * @throws rate_limited with Retry-After, before the secret is looked at; unavailable under a flood
   */
  run<T>(who: Attempt, work: () => Promise<T>): Promise<T>;
  /** Forgets the failures of an account, because its owner has shown who they are. */
  forget(account: string): Promise<void>;
  /** Counts a call that must be limited even where it succeeds, such as one that sends mail. */
  count(who: Attempt): Promise<void>;
}

export interface AttemptLimits {
  /** Failures in a minute. */
  readonly perAccount: number;
  readonly perAddress: number;
}

/** How failures are counted. */
export interface Counting {
  /** Makes a counter: up to `points` within `seconds`, then a block of at most `longestSeconds`. */
  counts(name: string, points: number, seconds: number, longestSeconds?: number): RateLimiterAbstract;
  /** The key that something is counted by: a hash, because what strangers type must not be readable. */
  keyOf(key: string): string;
}

const WINDOW_SECONDS = 60;
const LONGEST_BLOCK_SECONDS = 900;
const STRIKES_SECONDS = 24 * 3600;
/**
 * How many tries are checked at once. Each takes 19 MiB or more, and may pass the limit while the others are being
 * checked.
 */
const CONCURRENT = 4;
/** How many may wait. All of a firm may sign in at half past eight; one address or one account may not fill the queue. */
const WAITING = { all: 2000, ofOne: 500 } as const;

/** Counts failures in a minute up to a limit. Then blocks, twice as long each time the limit is met within a day. */
function createCounter(name: string, limit: number, counts: Counting['counts']) {
  const failures = counts(name, limit, WINDOW_SECONDS, LONGEST_BLOCK_SECONDS);
  const strikes = counts(`${name}:strikes`, limit, STRIKES_SECONDS);
  return {
    async check(key: string): Promise<void> {
      const state = await failures.get(key);
      if (!state || state.consumedPoints < limit) return;
      const retryAfter = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
      throw new ApiError('rate_limited', undefined, { retryAfter });
    },
    async fail(key: string): Promise<void> {
      const state = await failures.penalty(key);
      if (state.consumedPoints !== limit) return;
      const { consumedPoints } = await strikes.penalty(key);
      const block = Math.min(WINDOW_SECONDS * 2 ** (consumedPoints - 1), LONGEST_BLOCK_SECONDS);
      await failures.block(key, block);
    },
    async clear(key: string): Promise<void> {
      await Promise.all([failures.delete(key), strikes.delete(key)]);
    },
  };
}

const FAILURES: ReadonlySet<string> = new Set(['bad_credentials', 'bad_code']);

/** @param name what is tried; each name has its own count, so that guesses at one thing do not block another */
export function createAttempts(name: string, limits: AttemptLimits, { counts, keyOf }: Counting): Attempts {
  const accounts = createCounter(`${name}:account`, limits.perAccount, counts);
  const addresses = createCounter(`${name}:address`, limits.perAddress, counts);
  const owns = createCounter(`${name}:own`, limits.perAccount, counts);
  const queue = new PQueue({ concurrency: CONCURRENT });
  /** How many of each key are waiting or running. */
  const lanes = new Map<string, number>();

  const counted = ({ account, address, own }: Attempt) => {
    if (own !== undefined) return [{ counter: owns, key: keyOf(own), clears: true }];
    return [
      { counter: addresses, key: keyOf(addressKey(address)), clears: false },
      ...(account === undefined ? [] : [{ counter: accounts, key: keyOf(account), clears: true }]),
    ];
  };
  const check = async (who: Attempt): Promise<void> => {
    for (const { counter, key } of counted(who)) await counter.check(key);
  };
  const fail = async (who: Attempt): Promise<void> => {
    for (const { counter, key } of counted(who)) await counter.fail(key);
  };

  async function tried<T>(who: Attempt, work: () => Promise<T>): Promise<T> {
    await check(who);
    try {
      const value = await work();
      for (const { counter, key, clears } of counted(who)) if (clears) await counter.clear(key);
      return value;
    } catch (error) {
      if (error instanceof ApiError && FAILURES.has(error.code)) await fail(who);
      throw error;
    }
  }

  return {
    async run(who, work) {
      const lane = who.own ?? addressKey(who.address);
      const before = lanes.get(lane) ?? 0;
      if (queue.size >= WAITING.all || before >= WAITING.ofOne)
        throw new ApiError('unavailable', undefined, { retryAfter: 2 });
      lanes.set(lane, before + 1);
      try {
        // Whoever has few in the queue comes before whoever has many: a flood waits for itself.
        return await queue.add(() => tried(who, work), { priority: -before });
      } finally {
        const left = (lanes.get(lane) ?? 1) - 1;
        if (left > 0) lanes.set(lane, left);
        else lanes.delete(lane);
      }
    },
    forget: (account) => accounts.clear(keyOf(account)),
    async count(who) {
      await check(who);
      await fail(who);
    },
  };
}
