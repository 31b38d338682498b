import type { recordTable } from '#shared/documents/records.contract.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Search as SearchModule } from './module.ts';

type Search = Pick<Handlers<typeof recordTable>, 'recordSearch' | 'recordByTitle' | 'recordsByHash'>;

export function searchRoutes({ search }: SearchModule): Search {
  return {
    recordSearch: ({ actor, query }) => search.search(actor, query),
    recordsByHash: ({ actor, params }) => search.byHash(actor, params.sha256),
    recordByTitle: ({ actor, params }) => search.byTitle(actor, params.group, params.title),
  };
}
