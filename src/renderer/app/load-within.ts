import { CHUNK_LOAD_TIMEOUT_MS } from '#shared/platform/limits.ts';

/**
 * What loads, or an error after 120 s (spec §9): a chunk that never comes is as good as one that failed.
 * @throws what the loading throws, or that it took too long
 */
export async function loadWithin<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('chunk timeout')), CHUNK_LOAD_TIMEOUT_MS);
  });
  try {
    return await Promise.race([load(), limit]);
  } finally {
    clearTimeout(timer);
  }
}
