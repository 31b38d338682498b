import type { searchTable } from '#shared/search/search.contract.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Search } from './module.ts';

export function searchRoutes({ search }: Search): Handlers<typeof searchTable> {
  return {
    recordSearch: ({ actor, query }) => search.search(actor, query),
    recordsByHash: ({ actor, params }) => search.byHash(actor, params.sha256),
    recordByTitle: ({ actor, params }) => search.byTitle(actor, params.group, params.title),
  };
}
