import type { EndpointName } from '#shared/contract.ts';
import { staleAfter, type Topic } from '#shared/platform/topics.ts';
import { calls } from './calls.ts';
import { queryClient } from './query-client.ts';

/** The resource of an endpoint: the first segment of its path after the host's prefix. */
export function resourceOf(path: string): string {
  const [first = '', second] = path.split('/').filter(Boolean);
  return (first === 'docs' || first === 'events') && second ? second : first;
}

/** Queries are keyed by [endpoint, input]; see `endpointQuery`. */
const resourceOfKey = (key: readonly unknown[]): string | undefined => {
  const entry = calls[key[0] as EndpointName];
  return entry ? resourceOf(entry.path) : undefined;
};

/** Invalidates what is cached of these topics: what is on screen is fetched again, the rest when it is next shown. */
export function invalidate(topics: Iterable<Topic>): Promise<void> {
  const stale: ReadonlySet<string | undefined> = staleAfter(topics);
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => stale.has(resourceOfKey(queryKey)) });
}

/** Invalidates everything: after a gap in what the server told us. */
export const invalidateAll = (): Promise<void> => queryClient.invalidateQueries();
