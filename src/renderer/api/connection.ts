import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import { isCertificateTrouble } from '#shared/platform/certificate-trouble.ts';
import { useDelayed } from '../hooks/use-delayed.ts';
import { desktop, serverUrl } from '../platform/platform.ts';
import { invalidateAll } from './cache.ts';
import { endpointQuery } from './client.ts';
import { useRealtime } from './realtime.ts';

/** Since when the server has not answered, in milliseconds since 1970; null while it answers. */
export const useConnection = create<{
  offlineSince: number | null;
  /** On the desktop: the sentence about the server's certificate, where that is the reason. */
  certificate: string | null;
}>(() => ({ offlineSince: null, certificate: null }));

/** Whether the server cannot be reached. */
export const useOffline = (): boolean => useConnection((state) => state.offlineSince !== null);

/** How often a server that does not answer is tried again. */
const PROBE_MS = 10_000;
/** A start or a reconnection within this time is not shown as a loss. */
const SETTLE_MS = 4000;

/** A page does not learn why a server did not answer, so the main process is asked. */
async function certificateSentence(): Promise<string | null> {
  const answer = await desktop?.settings.checkServer(serverUrl());
  return answer && !answer.ok && isCertificateTrouble(answer.error.code) ? answer.error.message : null;
}

/**
 * Watches the connection for the whole app. It is lost when the socket is down and the server does not answer either.
 * When it is back, everything on screen is fetched again.
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
  // Somebody who signs out meanwhile must leave no status behind.
  useEffect(() => () => useConnection.setState({ offlineSince: null }), []);
}
