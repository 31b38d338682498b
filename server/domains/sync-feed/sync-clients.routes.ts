import type { syncTable } from '#shared/contract/events.ts';
import type { Services } from '../../services.ts';
import type { Handlers } from '../../platform/http/handlers.ts';

type SyncClients = Omit<Handlers<typeof syncTable>, 'changes'>;

export function syncClientRoutes({ clients, operations }: Services): SyncClients {
  return {
    clientCreate: ({ actor, body }) => clients.register(actor, body),
    clients: ({ actor }) => clients.list(actor),
    clientUpdate: ({ actor, params, body }) => clients.rename(actor, params.id, body.name),
    clientDelete: ({ actor, params }) => clients.revoke(actor, params.id),
    operationCreate: ({ actor, body }) => operations.create(actor, body),
  };
}
