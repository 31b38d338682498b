import type { SearchItem, SearchResult } from '#shared/search/search.schemas.ts';

/** One page of a long list: where it begins, and what was last known of it. */
export interface KnownPage {
  /** The cursor that asks for it; the first page has none. */
  readonly cursor: string | undefined;
  /** Rows before it. */
  readonly from: number;
  readonly rows: number;
  /** Whether it ever answered; before that it has no rows. */
  readonly known: boolean;
  /** Which of its rows carry a snippet and are taller for it, counted from its first one. */
  readonly tall: readonly number[];
}

/**
 * The pages of a list as far as they are known: each begins where the one before it ended. Only those on screen are
 * asked for again when something changes, so that a list of 50,000 costs what a list of 100 does.
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

/** Rows known so far. */
export const countRows = (chain: KnownPages): number => {
  const last = chain.at(-1);
  return last ? last.from + last.rows : 0;
};

/** The page that a row lies in; the last one for a row beyond what is known. */
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
 * The chain after page `at` answered. Where it ends elsewhere than before, the next page begins there; what comes after
 * that is corrected in the same way when it is looked at again. The same chain where nothing is new.
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
