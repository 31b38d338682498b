import type { Query } from '@tanstack/react-query';
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

/** Queries whose request was on its way when they became stale. */
const outrun = new Set<Query>();

/**
 * Makes these queries stale. A request that is on its way may have been answered before the change. TanStack Query asks
 * again only where there is older data on the screen, and takes any other answer for fresh: those are asked again here.
 */
async function makeStale(matches: (query: Query) => boolean): Promise<void> {
  const underWay = queryClient.getQueryCache().findAll({ fetchStatus: 'fetching', predicate: matches });
  const early = underWay.filter(
    (query) => !outrun.has(query) && (query.state.data === undefined || !query.isActive()),
  );
  const again = early.map(async (query) => {
    outrun.add(query);
    await query.promise?.catch(() => undefined);
    outrun.delete(query);
    await queryClient.invalidateQueries({ predicate: (each) => each === query });
  });
  await queryClient.invalidateQueries({ predicate: matches });
  await Promise.all(again);
}

/** Makes stale what is cached of these topics: what is on screen is fetched again, the rest when it is next shown. */
export function invalidate(topics: Iterable<Topic>): Promise<void> {
  const stale: ReadonlySet<string | undefined> = staleAfter(topics);
  return makeStale(({ queryKey }) => stale.has(resourceOfKey(queryKey)));
}

/** Makes everything stale: after a gap in what the server told us. */
export const invalidateAll = (): Promise<void> => makeStale(() => true);
