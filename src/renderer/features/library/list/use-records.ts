import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { SearchItem, SearchResult } from '#shared/search/search.schemas.ts';
import { endpointQuery, fetchEndpoint, useEndpoint } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { type Filters, queryOf } from '../filters.ts';
import { countRows, FIRST_PAGE, type KnownPages, pageOf, withAnswer } from './known-pages.ts';

const PAGE = '100';
/** The next page is requested when the view is within this many rows of the end. */
const AHEAD = 20;

/** Rows for a table of documents. Not all of them need to be loaded. */
export interface Rows {
  /** Number of rows known so far. */
  readonly count: number;
  /** Whether there are more rows that were not requested yet. */
  readonly hasMore: boolean;
  /** The document of a row; undefined while it is loading. */
  at(row: number): SearchItem | undefined;
  /** Whether a row shows a snippet, even while its document is not loaded. */
  isTall(row: number): boolean;
  /** The documents of the rows in view, as the server last returned them. */
  readonly fresh: readonly SearchItem[];
  /** The loaded documents of these rows, both ends included. */
  between(first: number, last: number): SearchItem[];
  /** Changes whenever row heights may have changed. */
  readonly layout: unknown;
  /** Tells which rows are in view: these are kept fresh, and the next page is requested near the end. */
  show(first: number, last: number): void;
}

/** Rows of a list that is loaded completely. */
export const rowsOf = (items: readonly SearchItem[]): Rows => ({
  count: items.length,
  hasMore: false,
  at: (row) => items[row],
  isTall: (row) => Boolean(items[row]?.snippet),
  between: (first, last) => items.slice(first, last + 1),
  layout: items,
  fresh: items,
  show: () => undefined,
});

export interface RecordPages extends Rows {
  readonly total: SearchResult['total'];
  readonly facets: SearchResult['facets'];
  readonly corrected: SearchResult['corrected'];
  readonly isPending: boolean;
  /** The error where nothing can be shown. */
  readonly error: Error | null;
  /** The error where some rows in view could not be loaded, but others could. */
  readonly pageError: Error | null;
  readonly isFetchingMore: boolean;
  /** Requests again what failed. */
  retry(): void;
  /** Loads the first documents of the whole list, at most so many, whether they were shown or not. */
  loadFirst(most: number): Promise<SearchItem[]>;
}

type Query = ReturnType<typeof queryOf>;

const pageInput = (query: Query, cursor?: string) => ({
  query: { ...query, limit: PAGE, ...(cursor ? { cursor, facets: 'no' as const } : {}) },
});

interface View {
  readonly key: string;
  readonly chain: KnownPages;
}

/** A list of documents, page by page. The first page, which brings the total and the facets, is always kept fresh. */
export function useRecords(filters: Filters, enabled = true): RecordPages {
  const query = queryOf(filters);
  const key = JSON.stringify(query);
  const [stored, setView] = useState<View>(() => ({ key, chain: keptPages(query) }));
  const [[top, bottom], setShown] = useState<readonly [number, number]>([0, 0]);
  const view = stored.key === key ? stored : { key, chain: keptPages(query) };

  const first = useEndpoint('recordSearch', pageInput(query), {
    enabled,
    placeholderData: keepPreviousData,
  });
  const wanted = view.chain.map((_, page) => page).slice(Math.max(top, 1), bottom + 1);
  const others = useQueries({
    queries: wanted.map((page) => ({
      ...endpointQuery('recordSearch', pageInput(query, view.chain[page]?.cursor)),
      enabled: enabled && !first.isPlaceholderData,
    })),
  });

  let chain = first.data ? withAnswer(view.chain, 0, first.data) : view.chain;
  wanted.forEach((page, at) => {
    const data = others[at]?.data;
    // Only if the page still begins where it did when it was requested: the page before it may have changed.
    if (data && chain[page]?.cursor === view.chain[page]?.cursor) chain = withAnswer(chain, page, data);
  });
  // Corrected while rendering, so that no row is shown at a position that it has left.
  if (stored.key !== key || chain !== stored.chain) setView({ key, chain });

  const contents = new Map<number, readonly SearchItem[] | undefined>([[0, first.data?.items]]);
  const itemsOf = (page: number): readonly SearchItem[] => {
    if (!contents.has(page)) {
      contents.set(page, (others[wanted.indexOf(page)]?.data ?? cached(query, chain[page]?.cursor))?.items);
    }
    return contents.get(page) ?? [];
  };
  const at = (row: number): SearchItem | undefined => {
    const page = pageOf(chain, row);
    return itemsOf(page)[row - (chain[page]?.from ?? 0)];
  };
  const between = (from: number, to: number): SearchItem[] =>
    chain
      .slice(pageOf(chain, from), pageOf(chain, to) + 1)
      .flatMap((link) =>
        itemsOf(chain.indexOf(link)).filter((_, row) => link.from + row >= from && link.from + row <= to),
      );
  const isTall = (row: number): boolean => {
    const link = chain[pageOf(chain, row)];
    return link?.tall.includes(row - link.from) ?? false;
  };
  const show = useCallback(
    (from: number, to: number): void => {
      const next = [pageOf(chain, from), pageOf(chain, to + AHEAD)] as const;
      setShown((before) => (before[0] === next[0] && before[1] === next[1] ? before : next));
    },
    [chain],
  );
  const failed = others.find((each) => each.isError && !each.data);
  const count = countRows(chain);
  return {
    count,
    hasMore: first.isSuccess && chain.at(-1)?.known === false,
    at,
    isTall,
    between,
    layout: chain,
    show,
    fresh: [first, ...others].flatMap((each) => each.data?.items ?? []),
    total: first.data?.total,
    facets: first.data?.facets,
    corrected: first.data?.corrected,
    isPending: first.isPending,
    error: first.isError && !first.data ? first.error : null,
    pageError: failed?.error ?? null,
    isFetchingMore: others.some((each) => each.isFetching && !each.data),
    retry: () => {
      for (const each of [first, ...others]) if (each.isError) void each.refetch();
    },
    loadFirst: (most) => loadFirst(query, most),
  };
}

async function loadFirst(query: Query, most: number): Promise<SearchItem[]> {
  const items: SearchItem[] = [];
  let cursor: string | undefined;
  do {
    const page = await fetchEndpoint('recordSearch', pageInput(query, cursor));
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && items.length < most);
  return items.slice(0, most);
}

/**
 * The pages that were loaded before and are still kept. So a list to which one goes back is as long as it was when it was
 * left, and the browser finds its place in it.
 */
function keptPages(query: Query): KnownPages {
  let chain = FIRST_PAGE;
  for (let page = 0; page < chain.length; page += 1) {
    const data = cached(query, chain[page]?.cursor);
    if (!data) break;
    chain = withAnswer(chain, page, data);
  }
  return chain;
}

const cached = (query: Query, cursor: string | undefined): SearchResult | undefined =>
  queryClient.getQueryData(endpointQuery('recordSearch', pageInput(query, cursor)).queryKey);
