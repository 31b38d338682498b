import type { SavedSearch } from '#shared/search/search.schemas.ts';
import { useEndpoint } from '../../../api/client.ts';
import { FILTERS, type Filters, filtersOf } from '../filters.ts';

export const useSavedSearches = () => useEndpoint('savedSearches', {});

/** The filters of a search as text, in a fixed order, so that equal searches have equal texts. */
export function queryTextOf(filters: Filters): string {
  const params = new URLSearchParams();
  for (const filter of FILTERS) if (filters[filter]) params.set(filter, filters[filter]);
  return params.toString();
}

/** The saved search with exactly these filters. */
export const savedAs = (saved: readonly SavedSearch[], filters: Filters): SavedSearch | undefined =>
  saved.find((each) => queryTextOf(filtersOf(new URLSearchParams(each.query))) === queryTextOf(filters));

export const searchLink = (query: string): string => `/records/search?${query}`;
