import type { savedSearchTable } from '#shared/search/saved-searches.contract.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Search } from './module.ts';

export function savedSearchRoutes({ savedSearches }: Search): Handlers<typeof savedSearchTable> {
  return {
    savedSearches: ({ actor }) => savedSearches.list(actor),
    savedSearchCreate: ({ actor, body }) => savedSearches.create(actor, body),
    savedSearchUpdate: ({ actor, params, body }) => savedSearches.update(actor, params.id, body),
    savedSearchDelete: async ({ actor, params }) => {
      await savedSearches.remove(actor, params.id);
      return { ok: true };
    },
  };
}
