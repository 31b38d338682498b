import type { SavedSearch } from '#shared/search/search.schemas.ts';
import { useEndpoint } from '../../../api/client.ts';
import { FILTERS, type Filters, filtersOf } from '../filters.ts';

export const useSavedSearches = () => useEndpoint('savedSearches', {});

/** A search as it is kept: the filters of the address, in one order, so that equal searches are equal texts. */
export function queryTextOf(filters: Filters): string {
  const params = new URLSearchParams();
  for (const filter of FILTERS) if (filters[filter]) params.set(filter, filters[filter]);
  return params.toString();
}

/** The kept search that asks for just this. */
export const savedAs = (saved: readonly SavedSearch[], filters: Filters): SavedSearch | undefined =>
  saved.find((each) => queryTextOf(filtersOf(new URLSearchParams(each.query))) === queryTextOf(filters));

export const searchLink = (query: string): string => `/records/search?${query}`;
