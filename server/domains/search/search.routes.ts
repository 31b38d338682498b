import type { recordTable } from '#shared/contract/records.ts';
import type { Services } from '../../services.ts';
import type { Handlers } from '../../platform/http/handlers.ts';

type Search = Pick<
  Handlers<typeof recordTable>,
  'recordSearch' | 'recordByTitle' | 'recordsByHash' | 'dashboard'
>;

export function searchRoutes({ search, dashboard }: Services): Search {
  return {
    recordSearch: ({ actor, query }) => search.search(actor, query),
    dashboard: ({ actor }) => dashboard.load(actor),
    recordsByHash: ({ actor, params }) => search.byHash(actor, params.sha256),
    recordByTitle: ({ actor, params }) => search.byTitle(actor, params.group, params.title),
  };
}
