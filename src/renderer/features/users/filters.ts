import { USER_SORTS, type UserFilters } from '#shared/people/users.schemas.ts';
import { id } from '#shared/platform/primitives.ts';
import { type DataSort, sortOf, sortText } from '../../components/data-table/columns.ts';

/** The filters of the list of people, which are kept in the URL. */
export const FILTERS = ['text', 'enabled', 'role', 'department', 'group'] as const;
export type Filter = (typeof FILTERS)[number];
export type Filters = Readonly<Partial<Record<Filter, string>>>;

export const SORT: DataSort = { by: 'name', descending: false };

const isOneOf =
  (...values: readonly string[]) =>
  (value: string): boolean =>
    values.includes(value);
const TAKEN: Readonly<Record<Filter, (value: string) => boolean>> = {
  text: (value) => value.length <= 100,
  enabled: isOneOf('true', 'false'),
  role: isOneOf('admin', 'manager', 'none'),
  department: (value) => id.safeParse(value).success,
  group: (value) => id.safeParse(value).success,
};

/** Parses the URL. Invalid values are ignored, so that the server does not refuse them. */
export function filtersOf(params: URLSearchParams): Filters {
  return Object.fromEntries(
    FILTERS.flatMap((filter) => {
      const value = params.get(filter)?.trim();
      return value && TAKEN[filter](value) ? [[filter, value]] : [];
    }),
  );
}

export const sortIn = (params: URLSearchParams): DataSort => sortOf(params.get('sort'), USER_SORTS, SORT);

/** The URL with one filter changed, or the sort. */
export function withFilter(
  params: URLSearchParams,
  filter: Filter | 'sort',
  value: string | null | undefined,
) {
  const next = new URLSearchParams(params);
  if (value) next.set(filter, value);
  else next.delete(filter);
  return next;
}

/** The server's query for the URL. */
export const queryOf = (params: URLSearchParams): UserFilters =>
  ({ ...filtersOf(params), sort: sortText(sortIn(params)) }) as UserFilters;
