import { ipKeyGenerator } from 'express-rate-limit';
import PQueue from 'p-queue';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { ApiError } from '../errors.ts';

/** Whom a try counts against. */
export interface Attempt {
  /** The e-mail that was typed, known or not. */
  readonly account?: string | undefined;
  readonly address: string;
}

export interface Attempts {
  /**
   * Runs a try at a secret. One that fails (bad_credentials, bad_code) counts against account and address.
   * @throws rate_limited with Retry-After, before the secret is looked at; unavailable under a flood
   */
  run<T>(who: Attempt, work: () => Promise<T>): Promise<T>;
  /** Counts a call that is worth limiting whatever comes of it, such as one that sends mail. */
  count(who: Attempt): Promise<void>;
}

export interface AttemptLimits {
  /** Failures a minute. */
  readonly perAccount: number;
  readonly perAddress: number;
}

const WINDOW_SECONDS = 60;
const LONGEST_BLOCK_SECONDS = 900;
const STRIKES_SECONDS = 24 * 3600;
/** Tries at the same time: each takes 19 MiB, and each that runs may pass the count of those beside it. */
const CONCURRENT = 4;
const WAITING_MAX = 200;

/** Failures within a minute up to a limit; then a block that doubles each time it is met within a day. */
function createCounter(name: string, limit: number) {
  const failures = new RateLimiterMemory({ keyPrefix: name, points: limit, duration: WINDOW_SECONDS });
  const strikes = new RateLimiterMemory({
    keyPrefix: `${name}:strikes`,
    points: limit,
    duration: STRIKES_SECONDS,
  });
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
      await failures.delete(key);
      await strikes.delete(key);
    },
  };
}

const FAILURES: ReadonlySet<string> = new Set(['bad_credentials', 'bad_code']);

/** A whole IPv6 network of one customer counts as one address. */
const addressKey = (address: string): string => (address === '' ? '-' : ipKeyGenerator(address));

/** @param name what is tried, so that guesses at one thing lock nobody out of another */
export function createAttempts(name: string, limits: AttemptLimits): Attempts {
  const accounts = createCounter(`${name}:account`, limits.perAccount);
  const addresses = createCounter(`${name}:address`, limits.perAddress);
  const queue = new PQueue({ concurrency: CONCURRENT });

  const check = async ({ account, address }: Attempt): Promise<void> => {
    await addresses.check(addressKey(address));
    if (account !== undefined) await accounts.check(account);
  };
  const fail = async ({ account, address }: Attempt): Promise<void> => {
    await addresses.fail(addressKey(address));
    if (account !== undefined) await accounts.fail(account);
  };

  return {
    run: (who, work) => {
      if (queue.size >= WAITING_MAX) throw new ApiError('unavailable', undefined, { retryAfter: 2 });
      return queue.add(async () => {
        await check(who);
        try {
          const value = await work();
          if (who.account !== undefined) await accounts.clear(who.account);
          return value;
        } catch (error) {
          if (error instanceof ApiError && FAILURES.has(error.code)) await fail(who);
          throw error;
        }
      });
    },
    async count(who) {
      await check(who);
      await fail(who);
    },
  };
}
