import { open } from 'node:fs/promises';

/** At most this many waits for the disk at once; more only queue in libuv's few threads. */
const CONCURRENCY = 16;

/** Runs `work` over the items, some at a time, and keeps their order. `work` must catch its own errors. */
export async function mapLimited<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Array<R>(items.length);
  const queue = items.entries();
  async function lane(): Promise<void> {
    for (const [index, item] of queue) results[index] = await work(item);
  }
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, items.length) }, lane));
  return results;
}

/** The same for an async iterable: the next item is requested while these are under way. @throws the first error */
export async function forEachLimited<T>(
  items: AsyncGenerator<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  async function lane(): Promise<void> {
    try {
      for (let next = await items.next(); !next.done; next = await items.next()) await work(next.value);
    } catch (error) {
      // Ends the other lanes too.
      await items.return(undefined);
      throw error;
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: CONCURRENCY }, lane));
  const failed = lanes.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Makes a rename or a new entry in this folder survive a power failure. Windows has no such call and needs none. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
