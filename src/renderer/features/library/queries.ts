import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { SearchItem, SearchResult } from '#shared/schemas/search.ts';
import { call, useEndpoint } from '../../api/client.ts';
import { type Filters, queryOf } from './filters.ts';

const PAGE = '100';

export const useLibraries = () => useEndpoint('groupsByMember', {});
export const useFolders = (group: string) => useEndpoint('foldersByGroup', { params: { group } });
/** The colours of a library's folders, today or on the day that is looked at. */
export const useCompliance = (group: string, asOf: string | undefined) =>
  useEndpoint('complianceByGroup', { params: { group }, query: asOf ? { asOf } : {} });
/** How one folder stands, rule by rule: asked for when its reasons are opened. */
export const useFolderCompliance = (id: string, asOf: string | undefined, enabled: boolean) =>
  useEndpoint('complianceByFolder', { params: { id }, query: asOf ? { asOf } : {} }, { enabled });
export const useDocumentTypes = () => useEndpoint('documentTypes', {});
export const useLabels = () => useEndpoint('labelsByOrganization', {});
export const usePeople = () => useEndpoint('usersByOrganization', {});

/** A list of documents, page by page; the first page brings total and facets. */
export function useRecords(filters: Filters, enabled = true) {
  const query = useInfiniteQuery({
    // Keyed by its endpoint first, so that what drops records drops this list too.
    queryKey: ['recordSearch', { query: queryOf(filters) }, 'pages'] as const,
    queryFn: ({ pageParam, signal }) =>
      call(
        'recordSearch',
        {
          query: {
            ...queryOf(filters),
            limit: PAGE,
            ...(pageParam ? { cursor: pageParam, facets: 'no' as const } : {}),
          },
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: SearchResult) => last.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    enabled,
  });
  const pages = query.data?.pages ?? [];
  const items: SearchItem[] = pages.flatMap((page) => page.items);
  const { total, facets, corrected } = pages[0] ?? {};
  return { query, items, total, facets, corrected };
}
