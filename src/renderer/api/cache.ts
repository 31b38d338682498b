import { contract, type EndpointName } from '#shared/contract.ts';
import type { CacheKey } from '#shared/platform/endpoint.ts';
import { queryClient } from './query-client.ts';

/** What any non-GET invalidates (docs/protocols/rest.md). */
export const ALWAYS_INVALIDATED: readonly CacheKey[] = [
  'versions',
  'records',
  'labels',
  'groups',
  'users',
  'rules',
];

/** The resource of an endpoint: the first segment of its path after the host's prefix. */
export function resourceOf(path: string): CacheKey {
  const [first = '', second] = path.split('/').filter(Boolean);
  return (first === 'docs' || first === 'events') && second ? second : first;
}

/** Queries are keyed by [endpoint, input]; see `endpointQuery`. */
const resourceOfKey = (key: readonly unknown[]): CacheKey | undefined => {
  const entry = contract[key[0] as EndpointName];
  return entry ? resourceOf(entry.path) : undefined;
};

/** Invalidates what is cached of these resources: what is on screen is fetched again, the rest when it is next shown. */
export function invalidate(resources: readonly CacheKey[]): Promise<void> {
  const stale = new Set(resources);
  // How folders stand follows from their documents, their rules and where they lie.
  if (['records', 'rules', 'folders'].some((resource) => stale.has(resource))) stale.add('compliance');
  return queryClient.invalidateQueries({
    predicate: (query) => {
      const resource = resourceOfKey(query.queryKey);
      return resource !== undefined && stale.has(resource);
    },
  });
}

/** Invalidates everything: after a gap in what the server told us. */
export const invalidateAll = (): Promise<void> => queryClient.invalidateQueries();
