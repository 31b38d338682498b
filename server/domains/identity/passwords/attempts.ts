import { ipKeyGenerator } from 'express-rate-limit';
import PQueue from 'p-queue';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { ApiError } from '../../../platform/errors.ts';

/** Whom a try counts against. */
export interface Attempt {
  /** The e-mail that was typed, known or not. */
  readonly account?: string | undefined;
  readonly address: string;
  /**
   * A count of its own in the place of both, of somebody who has shown who they are: a device that has signed in to this
   * account before, or a person who is signed in. What strangers try in their name, or beside them, does not keep them out.
   */
  readonly own?: string | undefined;
}

export interface Attempts {
  /**
   * Runs a try at a secret. One that fails (bad_credentials, bad_code) counts against account and address.
   * @throws rate_limited with Retry-After, before the secret is looked at; unavailable under a flood
   */
  run<T>(who: Attempt, work: () => Promise<T>): Promise<T>;
  /** What failed at an account counts no longer: its owner has shown who they are. */
  forget(account: string): Promise<void>;
  /** Counts a call that is worth limiting whatever comes of it, such as one that sends mail. */
  count(who: Attempt): Promise<void>;
}

export interface AttemptLimits {
  /** Failures a minute. */
  readonly perAccount: number;
  readonly perAddress: number;
}

/** What failures are counted by. */
export interface Counting {
  /** Makes a count of one kind: up to `points` within `seconds`, and somebody kept out for `longestSeconds` at most. */
  counts(name: string, points: number, seconds: number, longestSeconds?: number): RateLimiterAbstract;
  /** What strangers type is nobody's to read: by what it is counted. */
  keyOf(key: string): string;
}

const WINDOW_SECONDS = 60;
const LONGEST_BLOCK_SECONDS = 900;
const STRIKES_SECONDS = 24 * 3600;
/** Tries at the same time: each takes 19 MiB and more, and each that runs may pass the count of those beside it. */
const CONCURRENT = 4;
/** A whole firm at half past eight may wait; one address, or one account's own, may not fill the room. */
const WAITING = { all: 2000, ofOne: 500 } as const;

/** Failures within a minute up to a limit; then a block that doubles each time it is met within a day. */
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

/** What an address is counted by: a whole IPv6 network of one customer is one address. */
export const addressKey = (address: string): string => (address === '' ? '-' : ipKeyGenerator(address));

/** @param name what is tried, so that guesses at one thing lock nobody out of another */
export function createAttempts(name: string, limits: AttemptLimits, { counts, keyOf }: Counting): Attempts {
  const accounts = createCounter(`${name}:account`, limits.perAccount, counts);
  const addresses = createCounter(`${name}:address`, limits.perAddress, counts);
  const owns = createCounter(`${name}:own`, limits.perAccount, counts);
  const queue = new PQueue({ concurrency: CONCURRENT });
  /** How many of each are waiting or under way. */
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
