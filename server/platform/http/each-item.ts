import { ApiError } from '../errors.ts';

export interface ItemResult {
  readonly record: string;
  readonly ok: boolean;
  readonly error?: { code: string; message: string; details?: unknown };
}

/** The records of a body as the items of a batch. */
export const asItems = (records: readonly string[]) => records.map((record) => ({ record }));

/** Runs a batch item by item. Each has a result of its own, and a refused one does not stop the others. */
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
