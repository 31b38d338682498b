import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { PartiesQuery, Party } from '#shared/contractors/contractors.schemas.ts';
import { call, useEndpoint } from '../../api/client.ts';

export type PartiesAsked = Omit<PartiesQuery, 'cursor' | 'limit'>;

/** Contractors, workers or sites, page by page. */
export function useParties(
  asked: PartiesAsked,
  { enabled = true, limit }: { enabled?: boolean; limit?: number } = {},
) {
  const query = useInfiniteQuery({
    queryKey: ['parties', { ...asked, limit }, 'pages'] as const,
    queryFn: ({ pageParam, signal }) =>
      call(
        'parties',
        {
          query: {
            ...asked,
            ...(limit ? { limit: String(limit) } : {}),
            ...(pageParam ? { cursor: pageParam } : {}),
          },
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    // While typing, the old rows stay until the new ones arrive.
    placeholderData: keepPreviousData,
    enabled,
  });
  const items: Party[] = query.data?.pages.flatMap((page) => page.items) ?? [];
  return { query, items };
}

export const useParty = (id: string) => useEndpoint('partyGet', { params: { id } });

/** The person's libraries, and those among them in which they may make contractors, workers and sites. */
export function useOwnLibraries() {
  const { data: libraries } = useEndpoint('groupsByMember', {});
  return { libraries, writable: libraries?.filter(({ roles }) => roles?.includes('upload')) };
}
