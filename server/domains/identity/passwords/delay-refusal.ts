import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds before which a refusal is never answered, so that its time does not tell which accounts exist. */
export const MIN_REFUSAL_MS = 250;

/** Delays refusals until the same time has passed, whatever was looked up. A success is answered at once. */
export async function delayRefusal<T>(work: () => Promise<T>): Promise<T> {
  const late = performance.now() + MIN_REFUSAL_MS;
  try {
    return await work();
  } catch (error) {
    await wait(Math.max(0, late - performance.now()));
    throw error;
  }
}
