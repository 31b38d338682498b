import { uptime } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../ports/clock.ts';

/** The longest that a timer takes; a longer one would end at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The clock of this computer. */
export const systemClock: Clock = {
  now: () => performance.now(),
  date: () => Date.now(),
  bootedAt: () => Date.now() - uptime() * 1000,
  async sleep(ms, signal) {
    try {
      await delay(Math.min(ms, LONGEST_TIMER_MS), undefined, signal ? { signal } : {});
    } catch (error) {
      if ((error as Error).name !== 'AbortError') throw error;
    }
  },
};
