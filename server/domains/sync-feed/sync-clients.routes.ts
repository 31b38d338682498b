import type { syncTable } from '#shared/sync-feed/sync.contract.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { SyncFeed } from './module.ts';

export function syncClientRoutes({ clients, operations, feed }: SyncFeed): Handlers<typeof syncTable> {
  return {
    clientCreate: ({ actor, body }) => clients.register(actor, body),
    clients: ({ actor }) => clients.list(actor),
    clientUpdate: ({ actor, params, body }) => clients.rename(actor, params.id, body.name),
    clientDelete: ({ actor, params }) => clients.revoke(actor, params.id),
    changes: ({ actor, query }) => feed.page(actor, query),
    operationCreate: ({ actor, body }) => operations.create(actor, body),
  };
}
