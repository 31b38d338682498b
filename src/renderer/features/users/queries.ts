import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { Account, UserFilters } from '#shared/people/users.schemas.ts';
import { call, useEndpoint } from '../../api/client.ts';

/** The people who match the filters, page by page. */
export function usePeople(filters: UserFilters) {
  const query = useInfiniteQuery({
    queryKey: ['userList', filters, 'pages'] as const,
    queryFn: ({ pageParam, signal }) =>
      call(
        'userList',
        { query: { ...filters, limit: '100', ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    // While typing, the old rows stay until the new ones arrive.
    placeholderData: keepPreviousData,
  });
  const items: Account[] = query.data?.pages.flatMap((page) => page.items) ?? [];
  return { query, items, total: query.data?.pages[0]?.total ?? 0 };
}

export const usePerson = (id: string) => useEndpoint('userGet', { params: { id } });
export const useLibraries = () => useEndpoint('groupsByOrganization', {});
export const useDepartments = () => useEndpoint('departmentsByOrganization', {});
