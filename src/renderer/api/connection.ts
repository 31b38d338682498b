import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import { isCertificateTrouble } from '#shared/platform/certificate-trouble.ts';
import { useDelayed } from '../hooks/use-delayed.ts';
import { desktop, serverUrl } from '../platform/platform.ts';
import { invalidateAll } from './cache.ts';
import { endpointQuery } from './client.ts';
import { useRealtime } from './realtime.ts';

/** Since when the server has not answered, in milliseconds since 1970; null while it does. */
export const useConnection = create<{
  offlineSince: number | null;
  /** On the desktop: the sentence that says what is amiss with the server's certificate, where that is why. */
  certificate: string | null;
}>(() => ({ offlineSince: null, certificate: null }));

/** Whether nothing that one does would reach the server. */
export const useOffline = (): boolean => useConnection((state) => state.offlineSince !== null);

/** How often an unanswered server is asked again. */
const PROBE_MS = 10_000;
/** A start, or a reconnection, is no loss of the connection. */
const SETTLE_MS = 4000;

/** A page is not told why a server did not answer; the main process asks it for us. */
async function certificateSentence(): Promise<string | null> {
  const answer = await desktop?.settings.checkServer(serverUrl());
  return answer && !answer.ok && isCertificateTrouble(answer.error.code) ? answer.error.message : null;
}

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
  const refused = useQuery({
    queryKey: ['certificate'],
    queryFn: certificateSentence,
    enabled: lost && desktop !== undefined,
    refetchInterval: PROBE_MS,
    gcTime: 0,
    staleTime: 0,
  });
  const certificate = (lost && refused.data) || null;
  useEffect(() => useConnection.setState({ certificate }), [certificate]);
  useEffect(() => {
    const { offlineSince } = useConnection.getState();
    if (lost && offlineSince === null) useConnection.setState({ offlineSince: seen.current });
    if (!lost && back && offlineSince !== null) {
      useConnection.setState({ offlineSince: null });
      void invalidateAll();
    }
  }, [lost, back]);
  // Whoever signs out while it lasts leaves nothing behind.
  useEffect(() => () => useConnection.setState({ offlineSince: null }), []);
}
