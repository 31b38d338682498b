import { ApiError } from '../errors.ts';

export interface ItemResult {
  readonly record: string;
  readonly ok: boolean;
  readonly error?: { code: string; message: string; details?: unknown };
}

/** Documents of a body, each as what a batch is made of. */
export const asItems = (records: readonly string[]) => records.map((record) => ({ record }));

/** Runs a batch one by one: each item answers for itself, and a refused one stops none of the others. */
export async function eachItem<T extends { readonly record: string }>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<ItemResult[]> {
  const results: ItemResult[] = [];
  for (const item of items) {
    try {
      await work(item);
      results.push({ record: item.record, ok: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      results.push({ record: item.record, ok: false, error: error.body().error });
    }
  }
  return results;
}
