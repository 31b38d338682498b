import { setTimeout as wait } from 'node:timers/promises';

/** Nothing that depends on who is known is answered earlier, so that its time does not tell it. */
export const QUIET_MS = 250;

/** What is refused is refused after the same time, whatever was looked at; what is taken does not wait. */
export async function refuseLate<T>(work: () => Promise<T>): Promise<T> {
  const late = performance.now() + QUIET_MS;
  try {
    return await work();
  } catch (error) {
    await wait(Math.max(0, late - performance.now()));
    throw error;
  }
}
