import { ApiError } from '../errors.ts';
import { FairQueue } from './fair-queue.ts';

/** How many calls of one person may wait. How many they make in a minute is limited elsewhere (limits/calls.ts). */
const WAITING = 1000;
const WAIT_MS = 60_000;
const RETRY_SECONDS = 5;

/**
 * Runs a call when it is its turn among its person's calls.
 * @param gone aborted when the client disconnects: the call leaves the queue
 * @throws unavailable where it waited too long
 */
export type Pace = <T>(person: string, gone: AbortSignal, work: () => Promise<T>) => Promise<T>;

/**
 * One person's calls never use more than half of the database connections. However many they make at once, and even if
 * all of them wait for the same library, other people go on.
 */
export function createPace(connections: number): Pace {
  const turns = new FairQueue(
    {
      atOnce: Number.POSITIVE_INFINITY,
      ofOne: Math.max(2, Math.floor(connections / 2)),
      waiting: WAITING,
      waitMs: WAIT_MS,
    },
    () => new ApiError('unavailable', undefined, { retryAfter: RETRY_SECONDS }),
  );
  return (person, gone, work) => turns.run(person, gone, work);
}
