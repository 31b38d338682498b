import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditEvent } from '#shared/audit/audit.schemas.ts';
import { AUDIT_AREAS, type AuditArea } from '#shared/audit/audit.ts';
import { isDay } from '#shared/platform/days.ts';
import { call, useEndpoint } from '../../api/client.ts';

/** Filters of the audit trail, as the URL has them. */
export interface Filters {
  readonly area?: AuditArea;
  readonly actor?: string;
  readonly target?: string;
  readonly from?: string;
  readonly to?: string;
}

/** Parses the URL. Invalid values are ignored. */
export function filtersOf(params: URLSearchParams): Filters {
  const area = AUDIT_AREAS.find((one) => one === params.get('area'));
  const [actor, target, from, to] = ['actor', 'target', 'from', 'to'].map((name) => params.get(name));
  return {
    ...(area ? { area } : {}),
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
  return { query, events };
}

export const usePeople = () => useEndpoint('usersByOrganization', {});
