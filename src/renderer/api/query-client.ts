import { QueryClient } from '@tanstack/react-query';
import { CACHE_MS } from '#shared/platform/limits.ts';
import { desktop } from '../platform/platform.ts';
import { ApiError } from './errors.ts';

/** A working day. */
const DAY_MS = 12 * 3_600_000;

/**
 * For how long data is kept once it is off the screen, in milliseconds. On the desktop it stays for a working day
 * without a connection; it is stale after 15 minutes all the same.
 */
export const SEEN_MS = desktop ? DAY_MS : CACHE_MS;

/** How long the server asks to wait, in milliseconds, where that is at most a minute; otherwise 0. */
function soonMs(error: unknown): number {
  if (!(error instanceof ApiError) || error.code !== 'rate_limited') return 0;
  const seconds = error.retryAfter ?? 0;
  return seconds <= 60 ? seconds * 1000 : 0;
}

/**
 * The one cache of the client: 15 minutes (docs/protocols/rest.md, specification §9). TanStack Query makes concurrent
 * equal GETs one.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: CACHE_MS,
      gcTime: SEEN_MS,
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
      networkMode: 'always',
      // Only a call without an answer is repeated, and one that the server asked to repeat soon.
      retry: (failures, error) =>
        error instanceof ApiError && (error.status === 0 ? failures < 1 : soonMs(error) > 0 && failures < 2),
      retryDelay: (_failures, error) => soonMs(error) || 500,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
