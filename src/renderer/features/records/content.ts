import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { followLink } from '../../api/follow-link.ts';
import { fetchBytes } from '../../api/version-bytes.ts';

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
