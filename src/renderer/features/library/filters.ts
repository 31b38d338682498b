import { isScope } from '#shared/access/scopes.ts';
import { isDay } from '#shared/platform/days.ts';
import type { Input } from '../../api/client.ts';

type Query = Input<'recordSearch'>['query'];

/** Everything that narrows a list of documents; it lives in the address, so that a search can be sent and gone back to. */
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

/** What the address says; empty values, and days that are none, count as absent. */
export function filtersOf(params: URLSearchParams): Filters {
  return Object.fromEntries(
    FILTERS.flatMap((filter) => {
      const value = params.get(filter)?.trim();
      const said = value && (!DAYS.has(filter) || isDay(value));
      return said ? [[filter, value]] : [];
    }),
  );
}

/** The address with one filter changed; another folder or library starts from the top. */
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

/** One library and nothing that searches: then it is looked through folder by folder. */
export function libraryOf(filters: Filters): string | undefined {
  const { group, folder: _folder, sort: _sort, ...searching } = filters;
  return group && !group.includes(',') && Object.keys(searching).length === 0 ? group : undefined;
}

/** Whether anything narrows the list: an order alone does not. */
export const isNarrowed = (filters: Filters): boolean =>
  Object.keys(filters).some((filter) => filter !== 'sort');

/** Whether a list of documents is asked for, rather than the index: an order alone asks for all of them. */
export const isSearching = (filters: Filters): boolean => Object.keys(filters).length > 0;

/** The server's query for these filters; what an address says wrongly is left out rather than refused. */
export function queryOf(filters: Filters): Query {
  const { scope, sort, ...rest } = filters;
  return {
    ...rest,
    ...(scope && isScope(scope) ? { scope } : {}),
    ...(sort ? { sort: sort as NonNullable<Query>['sort'] } : {}),
  } as Query;
}
