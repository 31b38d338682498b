import { uptime } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../ports/clock.ts';

/** The longest timeout; a longer one would end at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * The computer's clock. Make it once, when the program starts.
 * @param upMs since the computer was started, sleep included
 */
export function makeClock(date: () => number = Date.now, upMs: () => number = () => uptime() * 1000): Clock {
  const bootedAt = date() - upMs();
  return {
    now: () => performance.now(),
    date,
    undisturbedDate: () => bootedAt + upMs(),
    bootedAt: () => Math.min(bootedAt, date() - upMs()),
    async sleep(ms, signal) {
      try {
        await delay(Math.min(ms, LONGEST_TIMER_MS), undefined, signal ? { signal } : {});
      } catch (error) {
        if ((error as Error).name !== 'AbortError') throw error;
      }
    },
  };
}

export const systemClock = makeClock();
