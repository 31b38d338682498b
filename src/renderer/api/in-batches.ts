import { BATCH_MAX } from '#shared/platform/limits.ts';
import type { Result } from './client.ts';
import { errorMessage } from './errors.ts';

type Answer = Result<'batchMove'>;

export interface BatchOptions {
  /** How many go in one call. */
  readonly size?: number;
  /** Told how many are done, before each call. */
  readonly onProgress?: (done: number) => void;
  /** Asked before each call; what is left then is in no result. */
  readonly isStopped?: () => boolean;
}

/**
 * The same change for any number of documents, in as many calls as the server wants it. What was changed before a call
 * fails stays changed: the documents of that call and of those after it are in the results with the error.
 *
 * @throws the error of the first call, where nothing was changed
 */
export async function inBatches<I extends { readonly record: string }>(
  items: readonly I[],
  send: (some: I[]) => Promise<Answer>,
  { size = BATCH_MAX, onProgress, isStopped }: BatchOptions = {},
): Promise<Answer['results']> {
  const results: Answer['results'] = [];
  for (let from = 0; from < items.length && !isStopped?.(); from += size) {
    onProgress?.(from);
    try {
      results.push(...(await send(items.slice(from, from + size))).results);
    } catch (error) {
      if (from === 0) throw error;
      const refusal = { code: 'internal', message: errorMessage(error) } as const;
      const rest = items.slice(from).map(({ record }) => ({ record, ok: false, error: refusal }));
      return [...results, ...rest];
    }
  }
  return results;
}
