import { CHUNK_LOAD_TIMEOUT_MS } from '#shared/platform/limits.ts';

/**
 * What loads, or an error after 120 s (docs/domain/limits.md, specification §8, §9). A chunk that never comes counts as
 * one that failed.
 */
export async function loadWithTimeout<T>(load: () => Promise<T>): Promise<T> {
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
