import { QueryClient } from '@tanstack/react-query';
import { CACHE_MS } from '#shared/domain/limits.ts';
import { desktop } from '../platform/platform.ts';
import { ApiError } from './errors.ts';

/** A working day. */
const DAY_MS = 12 * 3_600_000;

/**
 * For how long what was seen is kept once it is off the screen, in milliseconds. On the desktop it stays for its day without
 * a connection; it is old after 15 minutes all the same.
 */
export const SEEN_MS = desktop ? DAY_MS : CACHE_MS;

/** The one cache of the client: 15 minutes (spec §9); TanStack Query makes concurrent equal GETs one. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: CACHE_MS,
      gcTime: SEEN_MS,
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
      networkMode: 'always',
      // An answer is an answer: only what was never answered is asked again.
      retry: (failures, error) => failures < 1 && error instanceof ApiError && error.status === 0,
      retryDelay: 500,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
