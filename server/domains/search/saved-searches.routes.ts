import type { searchTable } from '#shared/contract/searches.ts';
import type { Services } from '../../services.ts';
import type { Handlers } from '../../platform/http/handlers.ts';

export function savedSearchRoutes({ savedSearches }: Services): Handlers<typeof searchTable> {
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
