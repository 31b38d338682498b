import { CHUNK_LOAD_TIMEOUT_MS } from '#shared/platform/limits.ts';

/** Loads something. Rejects after 120 s, as if it had failed (docs/domain/limits.md, specification §8, §9). */
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
