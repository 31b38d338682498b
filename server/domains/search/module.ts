import type { Kernel } from '../../platform/kernel.ts';
import { createSavedSearchesService } from './saved-searches.service.ts';
import { createSearchService } from './search.service.ts';

/** Search, and the searches that people save. */
export const createSearch = ({ deps }: Kernel) => ({
  search: createSearchService(deps),
  savedSearches: createSavedSearchesService(deps),
});
export type Search = ReturnType<typeof createSearch>;
