import { RateLimiterMemory } from 'rate-limiter-flexible';
import { isLoopback } from '../../config.ts';
import type { Deps } from '../deps.ts';
import { t } from '../texts.ts';
import { addressKey } from './address-key.ts';
import { BatchedCounter } from './batched-counter.ts';
import { createCounter, refusal } from './counter.ts';

const SECONDS = 60;
/** How many calls a process takes from a person's count at once. */
const LOT = 100;
const TOO_MANY = t('limits.calls');

/** How many calls are answered. Every call counts as one, whatever it asks for. */
export function createCallLimits(deps: Pick<Deps, 'config' | 'db' | 'engine' | 'now'>) {
  const { callsPerMinute: points, strangerCallsPerMinute } = deps.config;
  const lot = Math.min(LOT, points);
  const whole = Math.floor(points / lot) * lot;
  const people = new BatchedCounter(
    createCounter(deps, { name: 'calls', points: whole, seconds: SECONDS }),
    lot,
  );
  const strangers = new RateLimiterMemory({
    keyPrefix: 'strangers',
    points: strangerCallsPerMinute,
    duration: SECONDS,
  });
  return {
    /** A call of a known person, from any device, to any process. @throws rate_limited */
    async person(user: string): Promise<void> {
      await people.take(user).catch((error: unknown) => {
        throw refusal(error, TOO_MANY);
      });
    },
    /** A call without a valid session. Counted by each process. @throws rate_limited */
    async stranger(address: string): Promise<void> {
      // Probes and programs on the server's own machine are not limited.
      if (address === '' || isLoopback(address.replace(/^::ffff:/, ''))) return;
      await strangers.consume(addressKey(address)).catch((error: unknown) => {
        throw refusal(error, TOO_MANY);
      });
    },
  };
}

export type CallLimits = ReturnType<typeof createCallLimits>;
