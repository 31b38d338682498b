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

/** What an endpoint's answer is about: the first segment of its path after the host's own prefix. */
export function resourceOf(path: string): CacheKey {
  const [first = '', second] = path.split('/').filter(Boolean);
  return (first === 'docs' || first === 'events') && second ? second : first;
}

/** Queries are keyed by [endpoint, input]; see `endpointQuery`. */
const resourceOfKey = (key: readonly unknown[]): CacheKey | undefined => {
  const entry = contract[key[0] as EndpointName];
  return entry ? resourceOf(entry.path) : undefined;
};

/** Drops what is cached of these resources; what is on screen is fetched again. */
export function drop(resources: readonly CacheKey[]): Promise<void> {
  const dropped = new Set(resources);
  // How folders stand follows from their documents, their rules and where they lie.
  if (['records', 'rules', 'folders'].some((resource) => dropped.has(resource))) dropped.add('compliance');
  return queryClient.invalidateQueries({
    predicate: (query) => {
      const resource = resourceOfKey(query.queryKey);
      return resource !== undefined && dropped.has(resource);
    },
  });
}

/** Drops everything: after a gap in what the server told us. */
export const dropAll = (): Promise<void> => queryClient.invalidateQueries();
