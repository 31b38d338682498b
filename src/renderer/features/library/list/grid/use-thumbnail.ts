import { useQuery } from '@tanstack/react-query';
import PQueue from 'p-queue';
import { useEffect, useState } from 'react';
import { PAGES_FILE_MAX, pagedKind } from '#shared/documents/pages.ts';
import { extensionOf } from '#shared/platform/files/file-kinds.ts';
import { own } from '#shared/platform/own.ts';
import type { SearchItem } from '#shared/search/search.schemas.ts';
import { useEndpoint } from '../../../../api/client.ts';
import { ApiError } from '../../../../api/errors.ts';
import { fetchBytes } from '../../../../api/version-bytes.ts';

/** The server draws one thumbnail of a person at a time and lets few wait. */
const AT_ONCE = 3;
const waiting = new PQueue({ concurrency: AT_ONCE });
/** Attempts where the server is busy. */
const BUSY_TRIES = 5;
const BUSY_MS = 10_000;
/** Pictures that browsers show are their own thumbnails up to this many bytes. */
const OWN_MAX = 1_500_000;
const OWN = new Set(['jpg', 'jpeg', 'png', 'gif', 'webp', 'svg', 'avif', 'bmp']);
/** Pictures of these kinds above so many bytes are drawn by the server, where it draws: what it draws is smaller. */
const DRAWN_ABOVE: Readonly<Record<string, number>> = { jpg: 100_000, jpeg: 100_000, png: OWN_MAX };
/** One that takes longer gives its place to the next. */
const LIMIT_MS = 60_000;
const FRESH_MS = 60_000;

/** Where the picture of a version comes from; undefined where it has none. */
function pathOf(
  item: SearchItem,
  draws: { thumbnails: boolean; pages: boolean; photos: boolean },
): string | undefined {
  const { version, file } = item;
  if (!version) return undefined;
  const bytes = item.size ?? 0;
  const ending = extensionOf(file.name);
  const isLarge = bytes > (own(DRAWN_ABOVE, ending) ?? Number.POSITIVE_INFINITY);
  if (OWN.has(ending) && !(isLarge && draws.thumbnails))
    return bytes <= OWN_MAX ? `/docs/versions/${version._id}/content` : undefined;
  const kind = pagedKind(file.name);
  const paged = kind === 'photo' ? draws.photos : kind !== undefined && draws.pages;
  return draws.thumbnails && (ending === 'pdf' || isLarge || paged) && bytes <= PAGES_FILE_MAX
    ? `/docs/versions/${version._id}/thumbnail`
    : undefined;
}

/** The address of a small picture of a document's first page, once it is there; null where there is none. */
export function useThumbnail(item: SearchItem): string | null | undefined {
  const { data: health } = useEndpoint('health', {}, { staleTime: FRESH_MS });
  const path =
    health &&
    pathOf(item, {
      thumbnails: health.thumbnails === true,
      pages: health.pages === true,
      photos: health.photos === true,
    });
  const { data, isError } = useQuery({
    queryKey: ['thumbnail', path],
    queryFn: ({ signal }) => waiting.add(() => fetchInTime(path ?? '', signal), { signal }),
    enabled: path !== undefined,
    // A version never changes.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 5 * FRESH_MS,
    retry: (failures, error) => error instanceof ApiError && error.status === 429 && failures < BUSY_TRIES,
    retryDelay: BUSY_MS,
  });
  const address = useAddress(data);
  return isError || (health && path === undefined) ? null : address;
}

const fetchInTime = (path: string, signal: AbortSignal): Promise<Blob> =>
  fetchBytes(path, undefined, AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]));

/** The address of bytes, as long as they are shown. */
function useAddress(bytes: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!bytes) return undefined;
    const made = URL.createObjectURL(bytes);
    setAddress(made);
    return () => {
      setAddress(undefined);
      URL.revokeObjectURL(made);
    };
  }, [bytes]);
  return address;
}
