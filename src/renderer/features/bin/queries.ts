import { useInfiniteQuery } from '@tanstack/react-query';
import type { BinItem } from '#shared/schemas/bin.ts';
import { call } from '../../api/client.ts';

/** What lies in the bin, page by page. */
export function useBin() {
  const query = useInfiniteQuery({
    queryKey: ['bin', {}, 'pages'] as const,
    queryFn: ({ pageParam, signal }) =>
      call('bin', { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const items: BinItem[] = query.data?.pages.flatMap((page) => page.items) ?? [];
  return { query, items };
}
