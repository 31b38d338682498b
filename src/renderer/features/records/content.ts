import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { ApiError, toApiError } from '../../api/errors.ts';
import { followLink } from '../../api/follow-link.ts';
import { baseUrlOf } from '../../api/http.ts';
import { currentToken } from '../../api/session.ts';

/** The bytes of a version, requested with the caller's own token: no link is created that others could use. */
async function fetchContent(version: string, head: number | undefined, signal: AbortSignal): Promise<Blob> {
  const path = `/docs/versions/${version}/content`;
  const token = await currentToken();
  const answer = await fetch(`${baseUrlOf(path)}${path}`, {
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(head ? { range: `bytes=0-${head - 1}` } : {}),
    },
    signal,
  }).catch((error: unknown) => {
    throw toApiError(error);
  });
  if (!answer.ok) {
    const body = (await answer.json().catch(() => null)) as {
      error?: { code: string; message: string };
    } | null;
    throw new ApiError(
      answer.status,
      body?.error?.code ?? 'unknown',
      body?.error?.message ?? answer.statusText,
    );
  }
  return answer.blob();
}

/**
 * A version never changes, so its bytes stay cached while the page shows them.
 * @param head number of bytes from the beginning to load; undefined for all
 */
export const useContent = (version: string | undefined, enabled: boolean, head?: number) =>
  useQuery({
    queryKey: ['content', version, head],
    queryFn: ({ signal }) => fetchContent(version ?? '', head, signal),
    enabled: enabled && version !== undefined,
    gcTime: 60_000,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Starts a download by a signed link. The browser handles it, so the person can see and pause it. */
export async function download(version: string): Promise<void> {
  followLink((await call('versionLink', { params: { id: version } })).url);
}
