import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import { ApiError } from '../errors.ts';
import { FairQueue } from './fair-queue.ts';

/** Bodies of more bytes take their turn. Parsing and checking one of this size takes about a millisecond. */
export const LARGE_BODY_BYTES = 64 * 1024;
/** How many bodies of one person may wait: they are in memory. */
const WAITING = 100;
const WAIT_MS = 60_000;
const RETRY_SECONDS = 5;
/** How many people's bodies may be at this at once. Only one is parsed at a time; the others wait after theirs. */
const PEOPLE = 1000;
/** After a body its person's next one waits for so many times what it took: one person takes a fifth of the processor. */
const REST = 4;

/**
 * Parses and checks a large body when it is its turn. Other calls are answered between two bodies, whoever sends them:
 * thirty at once, parsed one right after the other, would delay everybody by half a second.
 * @param person who sent it, or the address of somebody who has not signed in
 * @param gone aborted when the client disconnects
 * @throws busy
 */
export type LargeBodies = <T>(person: string, gone: AbortSignal, work: () => T) => Promise<T>;

export function createLargeBodies(): LargeBodies {
  const people = new FairQueue(
    { atOnce: PEOPLE, ofOne: 1, waiting: WAITING, waitMs: WAIT_MS },
    () => new ApiError('busy', undefined, { retryAfter: RETRY_SECONDS }),
  );
  let last: Promise<unknown> = Promise.resolve();
  return (person, gone, work) => {
    const { promise, resolve, reject } = Promise.withResolvers<ReturnType<typeof work>>();
    people
      .run(person, gone, async () => {
        const turn = last.then(() => setImmediate());
        last = turn;
        await turn;
        const began = performance.now();
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
        await pause(REST * (performance.now() - began), undefined, { ref: false });
      })
      .catch(reject);
    return promise;
  };
}
