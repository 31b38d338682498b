import { contract, type EndpointName } from '#shared/contract.ts';
import type { CacheKey } from '#shared/platform/endpoint.ts';
import { queryClient } from './query-client.ts';

/** The keys that every call but GET drops (docs/protocols/rest.md). */
export const ALWAYS_DROPPED: readonly CacheKey[] = [
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

/** Invalidates the cached queries of these resources; what is on screen is fetched again. */
export function drop(resources: readonly CacheKey[]): Promise<void> {
  const dropped = new Set(resources);
  // How folders stand depends on their documents, their rules and their places.
  if (['records', 'rules', 'folders'].some((resource) => dropped.has(resource))) dropped.add('compliance');
  return queryClient.invalidateQueries({
    predicate: (query) => {
      const resource = resourceOfKey(query.queryKey);
      return resource !== undefined && dropped.has(resource);
    },
  });
}

/** Invalidates everything: after a gap in what the server told. */
export const dropAll = (): Promise<void> => queryClient.invalidateQueries();
