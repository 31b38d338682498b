import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { currentGone } from '../request-scope.ts';
import type { WriteJob } from './write.worker.ts';

const HEAP_MB = 768;
/** A thread that has nothing to do is let go; it starts in a fifth of a second. */
const IDLE_MS = 30_000;
/** Of each thread's own priority, which only Linux has: what people wait for on their screens comes first. */
const NICE = process.platform === 'linux' ? 10 : 0;

let pool: Piscina<WriteJob> | undefined;

/** One processor stays the event loop's, and the database's. */
const start = (): Piscina<WriteJob> =>
  new Piscina<WriteJob>({
    filename: fileURLToPath(new URL('./write.worker.ts', import.meta.url)),
    minThreads: 0,
    maxThreads: Math.max(1, availableParallelism() - 1),
    idleTimeout: IDLE_MS,
    niceIncrement: NICE,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });

type Given<F> = F extends (...given: infer G) => unknown ? G : never;
type Made<F> = F extends (...given: never) => infer R ? Awaited<R> : never;

/**
 * A function that makes a file that people take along, called in a thread, off the event loop: a workbook of 20,000 rows takes
 * seconds. Whose asker goes away is ended.
 *
 * @param module where the function stands, and nothing that the thread should not load
 * @param name of the function in that module
 * @returns the function; what it raises is raised, and the reason for which the request ended, where it did
 */
export const inThread =
  <F extends (...given: never) => unknown>(
    module: URL,
    name: string,
  ): ((...given: Given<F>) => Promise<Made<F>>) =>
  async (...given) => {
    const gone = currentGone();
    gone?.throwIfAborted();
    pool ??= start();
    try {
      return await pool.run({ module: module.href, name, given }, { signal: gone ?? null });
    } catch (error) {
      gone?.throwIfAborted();
      throw error;
    }
  };
