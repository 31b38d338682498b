import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { currentGone } from '../request-scope.ts';
import type { WriteJob } from './write.worker.ts';

const HEAP_MB = 768;
/** An idle thread is ended after this long; starting it takes a fifth of a second. */
const IDLE_MS = 30_000;
/** Priority of each thread, which only Linux has: what people wait for on their screens comes first. */
const NICE = process.platform === 'linux' ? 10 : 0;

let pool: Piscina<WriteJob> | undefined;

/** One processor is left for the event loop and the database. */
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
 * Makes a function run in a thread, off the event loop, for files that people export: a workbook of 20,000 rows takes
 * seconds. It is ended when the client disconnects.
 * @param module that exports the function; it should import nothing that the thread does not need
 * @param name of the function in that module
 * @returns the function; it throws what the original throws, or the reason for which the request ended
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
