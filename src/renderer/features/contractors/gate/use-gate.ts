import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../../api/client.ts';
import { useOffline } from '../../../api/connection.ts';
import { isStale } from './stale.ts';

const AGAIN_MS = 60_000;
/** After a failure: whoever waits at the gate waits for the first answer. */
const FAILED_AGAIN_MS = 10_000;
const LOOK_MS = 1000;

/**
 * Who may enter a site now. Asked again every minute, when somebody looks at the page again, and when the connection is
 * back; never served from the cache.
 * @returns `stale` with the rows: whether they are too old to let anybody in
 */
export function useGate(site: string, q: string) {
  const query = useInfiniteQuery({
    queryKey: ['partyGate', { site, q }, 'pages'] as const,
    queryFn: async ({ pageParam, signal }) => {
      // The answer is as old as the question: it may have been on its way for long.
      const askedAt = Date.now();
      const asked = { ...(q ? { q } : {}), ...(pageParam ? { cursor: pageParam } : {}) };
      return { askedAt, ...(await call('partyGate', { params: { id: site }, query: asked }, { signal })) };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.status === 'error' ? FAILED_AGAIN_MS : AGAIN_MS),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  });
  const { refetch } = query;
  // A window that was only covered by another one was visible all the time.
  useEffect(() => {
    const ask = (): void => void refetch({ cancelRefetch: false });
    window.addEventListener('focus', ask);
    return () => window.removeEventListener('focus', ask);
  }, [refetch]);

  const pages = query.data?.pages ?? [];
  const [first] = pages;
  const askedAt = first && Math.min(...pages.map((page) => page.askedAt));
  const stale = useIsStale(askedAt, query.isError);
  return { query, site: first?.site, items: pages.flatMap((page) => page.items), askedAt, stale };
}

/** Looks every second: a computer that slept does not run the timers that it had. */
function useIsStale(askedAt: number | undefined, failed: boolean): boolean {
  const lost = useOffline();
  const look = (): boolean =>
    isStale({
      askedAt,
      now: Date.now(),
      failed,
      offline: lost || !navigator.onLine,
      hidden: document.visibilityState === 'hidden',
    });
  const [, setSeen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `look` is made of these
  useEffect(() => {
    const see = (): void => setSeen(look());
    const timer = setInterval(see, LOOK_MS);
    const moments = ['online', 'offline', 'pageshow', 'focus'] as const;
    for (const moment of moments) window.addEventListener(moment, see);
    document.addEventListener('visibilitychange', see);
    see();
    return () => {
      clearInterval(timer);
      for (const moment of moments) window.removeEventListener(moment, see);
      document.removeEventListener('visibilitychange', see);
    };
  }, [askedAt, failed, lost]);
  return look();
}
