import { useInfiniteQuery } from '@tanstack/react-query';
import type { BinItem } from '#shared/retention/bin.schemas.ts';
import type { Hold, HoldItem } from '#shared/retention/holds.schemas.ts';
import type { EndedItem } from '#shared/retention/retention.schemas.ts';
import { call } from '../../api/client.ts';
import type { BinFilters } from './use-bin-filters.ts';

/** The documents in the bin, page by page. The totals come with the first page. */
export function useBin(filters: BinFilters) {
  const asked = Object.fromEntries(
    Object.entries(filters).filter(
      ([name, value]) => value !== '' && !(name === 'sort' && value === 'newest'),
    ),
  );
  const query = useInfiniteQuery({
    queryKey: ['bin', asked, 'pages'] as const,
    queryFn: ({ pageParam, signal }) =>
      call('bin', { query: pageParam ? { ...asked, cursor: pageParam } : asked }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const items: BinItem[] = query.data?.pages.flatMap((page) => page.items) ?? [];
  return { query, items, totals: query.data?.pages[0]?.totals ?? undefined };
}

/** Running or ended legal holds, page by page. */
export function useHolds(status: 'active' | 'ended') {
  const query = useInfiniteQuery({
    queryKey: ['holds', { status }, 'pages'] as const,
    queryFn: ({ pageParam, signal }) =>
      call('holds', { query: pageParam ? { status, cursor: pageParam } : { status } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const items: Hold[] = query.data?.pages.flatMap((page) => page.items) ?? [];
  return { query, items };
}

/** Documents whose retention period is over, page by page. */
export function useEnded() {
  const query = useInfiniteQuery({
    queryKey: ['retentionEnded', 'pages'] as const,
    queryFn: ({ pageParam, signal }) =>
      call('retentionEnded', { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const items: EndedItem[] = query.data?.pages.flatMap((page) => page.items) ?? [];
  return { query, items };
}

/** The items of one hold. */
export function useHoldItems(id: string) {
  const query = useInfiniteQuery({
    queryKey: ['holdItems', { id }, 'pages'] as const,
    queryFn: ({ pageParam, signal }) =>
      call('holdItems', { params: { id }, query: pageParam ? { cursor: pageParam } : {} }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const items: HoldItem[] = query.data?.pages.flatMap((page) => page.items) ?? [];
  return { query, items };
}
