import { useInfiniteQuery } from '@tanstack/react-query';
import type { TaskKind } from '#shared/overview/task-kinds.ts';
import { call } from '../../api/client.ts';

/** Rows of a page: what is seen without scrolling far. */
const PAGE_ROWS = 12;

/**
 * The person's tasks, or those of one kind, page by page. Its key contains the endpoint, so that any change of what they
 * depend on fetches them again.
 */
export function useTasks(kind: TaskKind | undefined) {
  return useInfiniteQuery({
    queryKey: ['tasks', { query: kind ? { kind } : {} }] as const,
    queryFn: ({ pageParam, signal }) =>
      call(
        'tasks',
        {
          query: {
            limit: String(PAGE_ROWS),
            ...(kind ? { kind } : {}),
            ...(pageParam ? { cursor: pageParam } : {}),
          },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}
