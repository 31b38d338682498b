import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { currentGone } from '../request-scope.ts';
import type { WriteJob, Writers } from './write.worker.ts';

const HEAP_MB = 768;
/** A thread that has nothing to do is let go; it starts in a fifth of a second. */
const IDLE_MS = 30_000;
/** Of each thread's own priority, which only Linux has: what people wait for on their screens comes first. */
const NICE = process.platform === 'linux' ? 10 : 0;

let pool: Piscina<WriteJob> | undefined;

/** One processor stays the event loop's, and the database's. */
const start = (): Piscina<WriteJob> =>
  new Piscina<WriteJob>({
    filename: fileURLToPath(
      new URL(`./write.worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url),
    ),
    minThreads: 0,
    maxThreads: Math.max(1, availableParallelism() - 1),
    idleTimeout: IDLE_MS,
    niceIncrement: NICE,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });

/**
 * A file that is made in a thread, off the event loop. Whose asker goes away is ended.
 * @throws the reason for which the request ended, where it did
 */
export async function writeFile<K extends keyof Writers>(
  kind: K,
  ...given: Parameters<Writers[K]>
): Promise<Awaited<ReturnType<Writers[K]>>> {
  const gone = currentGone();
  gone?.throwIfAborted();
  pool ??= start();
  try {
    return await pool.run({ kind, given }, { signal: gone ?? null });
  } catch (error) {
    gone?.throwIfAborted();
    throw error;
  }
}
