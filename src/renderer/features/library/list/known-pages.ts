import type { SearchItem, SearchResult } from '#shared/search/search.schemas.ts';

/** One page of a long list: its position, and what was last known about it. */
export interface KnownPage {
  /** The cursor that requests it; undefined for the first page. */
  readonly cursor: string | undefined;
  /** Number of rows before it. */
  readonly from: number;
  readonly rows: number;
  /** Whether it was ever loaded. Before that it has no rows. */
  readonly known: boolean;
  /** Indexes, within the page, of rows that show a snippet and are taller for it. */
  readonly tall: readonly number[];
}

/**
 * The known pages of a list: each begins where the one before it ended. Only the pages on screen are requested again
 * when something changes, so that a list of 50,000 rows costs what a list of 100 does.
 */
export type KnownPages = readonly KnownPage[];

const link = (cursor: string | undefined, from: number): KnownPage => ({
  cursor,
  from,
  rows: 0,
  known: false,
  tall: [],
});

export const FIRST_PAGE: KnownPages = [link(undefined, 0)];

/** Number of rows known so far. */
export const countRows = (chain: KnownPages): number => {
  const last = chain.at(-1);
  return last ? last.from + last.rows : 0;
};

/** The index of the page with a row; the last page for rows that are not known. */
export function pageOf(chain: KnownPages, row: number): number {
  let [low, high] = [0, chain.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((chain[middle]?.from ?? 0) <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * The pages after page `at` was loaded. If it now ends elsewhere, the next page begins there; later pages are corrected
 * in the same way when they are loaded again. Returns the same array if nothing changed.
 */
export function withAnswer(
  chain: KnownPages,
  at: number,
  { items, nextCursor }: Pick<SearchResult, 'items' | 'nextCursor'>,
): KnownPages {
  const before = chain[at];
  if (!before) return chain;
  const tall = items.flatMap((item: SearchItem, row) => (item.snippet ? [row] : []));
  const tail = nextCursor === null ? [] : chain.slice(at + 1);
  const [next] = tail;
  const same =
    before.known &&
    before.rows === items.length &&
    tail.length === chain.length - at - 1 &&
    (nextCursor === null || next?.cursor === nextCursor) &&
    before.tall.length === tall.length &&
    before.tall.every((row, place) => row === tall[place]);
  if (same) return chain;
  const result = [...chain.slice(0, at), { ...before, rows: items.length, known: true, tall }];
  let from = before.from + items.length;
  if (nextCursor !== null) {
    for (const each of next ? tail : [link(nextCursor, from)]) {
      result.push({ ...each, cursor: each === next ? nextCursor : each.cursor, from });
      from += each.rows;
    }
  }
  return result;
}
