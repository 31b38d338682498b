import type { Kernel } from '../../platform/kernel.ts';
import { createSavedSearchesService } from './saved-searches.service.ts';
import { createSearchService } from './search.service.ts';

/** What is found, and what people keep of what they asked. */
export const createSearch = ({ deps }: Kernel) => ({
  search: createSearchService(deps),
  savedSearches: createSavedSearchesService(deps),
});
export type Search = ReturnType<typeof createSearch>;
