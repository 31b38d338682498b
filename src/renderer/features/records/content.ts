import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { ApiError, toApiError } from '../../api/errors.ts';
import { followLink } from '../../api/follow-link.ts';
import { baseUrlOf } from '../../api/http.ts';
import { currentToken } from '../../api/session.ts';

/** The bytes of a version, requested with the caller's own token: no link is created that others could use. */
async function fetchBytes(path: string, head: number | undefined, signal: AbortSignal): Promise<Blob> {
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
    queryFn: ({ signal }) => fetchBytes(`/docs/versions/${version}/content`, head, signal),
    enabled: enabled && version !== undefined,
    gcTime: 60_000,
    staleTime: Number.POSITIVE_INFINITY,
  });

/**
 * The pages of an office file as a PDF. The server draws them when they are first asked for, which takes seconds.
 * @throws ApiError `no_pages`
 */
export const usePages = (version: string | undefined, enabled: boolean) =>
  useQuery({
    queryKey: ['pages', version],
    queryFn: ({ signal }) => fetchBytes(`/docs/versions/${version}/pages`, undefined, signal),
    enabled: enabled && version !== undefined,
    gcTime: 60_000,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Starts a download by a signed link. The browser handles it, so the person can see and pause it. */
export async function download(version: string): Promise<void> {
  followLink((await call('versionLink', { params: { id: version } })).url);
}
