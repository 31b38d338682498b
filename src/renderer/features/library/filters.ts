import { isScope } from '#shared/access/scopes.ts';
import { isDay } from '#shared/platform/days.ts';
import type { Input } from '../../api/client.ts';

type Query = Input<'recordSearch'>['query'];

/** The filters of a list of documents. They are kept in the URL, so that a search can be shared and returned to. */
export const FILTERS = [
  'text',
  'group',
  'folder',
  'documentType',
  'scope',
  'state',
  'label',
  'author',
  'from',
  'to',
  'name',
  'sort',
] as const;
export type Filter = (typeof FILTERS)[number];
export type Filters = Readonly<Partial<Record<Filter, string>>>;

const DAYS: ReadonlySet<Filter> = new Set(['from', 'to']);

/** Parses the URL. Empty values and invalid days count as absent. */
export function filtersOf(params: URLSearchParams): Filters {
  return Object.fromEntries(
    FILTERS.flatMap((filter) => {
      const value = params.get(filter)?.trim();
      const said = value && (!DAYS.has(filter) || isDay(value));
      return said ? [[filter, value]] : [];
    }),
  );
}

/** The URL with one filter changed. Changing the folder or the library scrolls to the top. */
export function withFilter(
  params: URLSearchParams,
  filter: Filter,
  value: string | undefined,
): URLSearchParams {
  const next = new URLSearchParams(params);
  if (value) next.set(filter, value);
  else next.delete(filter);
  if (filter === 'group') next.delete('folder');
  return next;
}

/** The library to browse folder by folder: only if no search filter is set. */
export function libraryOf(filters: Filters): string | undefined {
  const { group, folder: _folder, sort: _sort, ...searching } = filters;
  return group && !group.includes(',') && Object.keys(searching).length === 0 ? group : undefined;
}

/** Whether any filter is set. A sort order alone does not count. */
export const isNarrowed = (filters: Filters): boolean =>
  Object.keys(filters).some((filter) => filter !== 'sort');

/** Whether to show a list of documents instead of the index. A sort order alone counts: it lists all documents. */
export const isSearching = (filters: Filters): boolean => Object.keys(filters).length > 0;

/**
 * The server's query for these filters. Invalid values of the URL are left out, so that the server does not refuse
 * them.
 */
export function queryOf(filters: Filters): Query {
  const { scope, sort, ...rest } = filters;
  return {
    ...rest,
    ...(scope && isScope(scope) ? { scope } : {}),
    ...(sort ? { sort: sort as NonNullable<Query>['sort'] } : {}),
  } as Query;
}
