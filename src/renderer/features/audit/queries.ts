import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AuditEvent } from '#shared/audit/audit.schemas.ts';
import { AUDIT_AREAS, type AuditArea } from '#shared/audit/audit.ts';
import { AUDIT_ACTIONS } from '#shared/audit/audit-words.ts';
import { isDay } from '#shared/platform/days.ts';
import { PAGE } from '#shared/platform/limits.ts';
import { call, useEndpoint } from '../../api/client.ts';

/** Maximum length of a text that is sought, in characters. */
export const TEXT_MAX = 200;

/** Filters of the audit trail, as the URL has them. */
export interface Filters {
  readonly text?: string;
  readonly area?: AuditArea;
  readonly action?: string;
  readonly actor?: string;
  readonly target?: string;
  readonly from?: string;
  readonly to?: string;
}

/** Parses the URL. Invalid values are ignored. */
export function filtersOf(params: URLSearchParams): Filters {
  const area = AUDIT_AREAS.find((one) => one === params.get('area'));
  const [actor, target, from, to] = ['actor', 'target', 'from', 'to'].map((name) => params.get(name));
  const text = params.get('text')?.trim().slice(0, TEXT_MAX);
  const action = params.get('action') ?? '';
  return {
    ...(text ? { text } : {}),
    ...(area ? { area } : {}),
    ...(Object.hasOwn(AUDIT_ACTIONS, action) ? { action } : {}),
    ...(actor ? { actor } : {}),
    ...(target ? { target } : {}),
    ...(from && isDay(from) ? { from } : {}),
    ...(to && isDay(to) ? { to } : {}),
  };
}

/** The trail, page by page, newest first. */
export function useTrail(filters: Filters) {
  const query = useInfiniteQuery({
    queryKey: ['auditTrail', filters, 'pages'] as const,
    queryFn: ({ pageParam, signal }) =>
      call('auditTrail', { query: { ...filters, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const events: AuditEvent[] = query.data?.pages.flatMap((page) => page.items) ?? [];
  // A search looks at a limited number of events in one call: where it found none of a page's, it goes on by itself.
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const goOn = filters.text !== undefined && events.length === 0 && hasNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (goOn && !isFetching) void fetchNextPage();
  }, [goOn, isFetching, fetchNextPage]);
  const searchedTo = query.data?.pages.at(-1)?.searchedTo ?? undefined;
  return { query, events, searching: goOn || query.isFetchingNextPage ? searchedTo : undefined };
}

/** Maximum number of events on paper: some fifty pages. */
export const PRINT_MAX = 2_000;

/** All events of a filter for paper, newest first, up to `PRINT_MAX`. @param onCount called with how many there are */
export async function fetchForPaper(
  filters: Filters,
  onCount: (count: number) => void,
): Promise<{ events: AuditEvent[]; cut: boolean }> {
  const events: AuditEvent[] = [];
  let cursor: string | undefined;
  do {
    const page = await call('auditTrail', {
      query: { ...filters, limit: String(PAGE.max), ...(cursor ? { cursor } : {}) },
    });
    events.push(...page.items);
    onCount(events.length);
    cursor = page.nextCursor ?? undefined;
  } while (cursor && events.length < PRINT_MAX);
  return { events: events.slice(0, PRINT_MAX), cut: cursor !== undefined };
}

export const usePeople = () => useEndpoint('usersByOrganization', {});
