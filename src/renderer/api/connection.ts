import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import { useDelayed } from '../hooks/use-delayed.ts';
import { dropAll } from './cache.ts';
import { endpointQuery } from './client.ts';
import { useRealtime } from './realtime.ts';

/** Since when the server has not answered, in milliseconds since 1970; null while it does. */
export const useConnection = create<{ offlineSince: number | null }>(() => ({ offlineSince: null }));

/** Whether nothing that one does would reach the server. */
export const useOffline = (): boolean => useConnection((state) => state.offlineSince !== null);

/** How often an unanswered server is asked again. */
const PROBE_MS = 10_000;
/** A start, or a reconnection, is no loss of the connection. */
const SETTLE_MS = 4000;

/**
 * Follows the connection, for the whole app: it is lost when the socket is down and the server does not answer either.
 * When it is back, what is shown is asked for again.
 */
export function useWatchConnection(): void {
  const connected = useRealtime((state) => state.connected);
  const settled = useDelayed(SETTLE_MS);
  const seen = useRef(Date.now());
  const { isError, isSuccess } = useQuery({
    ...endpointQuery('health', {}),
    enabled: !connected && settled,
    refetchInterval: PROBE_MS,
    retry: false,
    staleTime: 0,
  });
  useEffect(() => {
    if (!connected) return undefined;
    return () => {
      seen.current = Date.now();
    };
  }, [connected]);
  const lost = !connected && settled && isError;
  const back = connected || isSuccess;
  useEffect(() => {
    const { offlineSince } = useConnection.getState();
    if (lost && offlineSince === null) useConnection.setState({ offlineSince: seen.current });
    if (!lost && back && offlineSince !== null) {
      useConnection.setState({ offlineSince: null });
      void dropAll();
    }
  }, [lost, back]);
  // Whoever signs out while it lasts leaves nothing behind.
  useEffect(() => () => useConnection.setState({ offlineSince: null }), []);
}
