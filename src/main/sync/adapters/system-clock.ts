import { uptime } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../ports/clock.ts';

/** The clock of this computer. */
export const systemClock: Clock = {
  now: () => performance.now(),
  date: () => Date.now(),
  bootedAt: () => Date.now() - uptime() * 1000,
  async sleep(ms, signal) {
    try {
      await delay(ms, undefined, signal ? { signal } : {});
    } catch (error) {
      if ((error as Error).name !== 'AbortError') throw error;
    }
  },
};
