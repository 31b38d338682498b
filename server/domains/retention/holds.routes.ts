import type { holdTable } from '#shared/retention/holds.contract.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Retention } from './module.ts';

export function holdRoutes({ holds }: Retention): Handlers<typeof holdTable> {
  return {
    holds: ({ actor, query }) => holds.list(actor, query),
    holdCreate: ({ actor, body }) => holds.create(actor, body),
    holdById: ({ actor, params }) => holds.get(actor, params.id),
    holdUpdate: ({ actor, params, body }) => holds.update(actor, params.id, body),
    holdRelease: ({ actor, params, body }) => holds.release(actor, params.id, body.reason),
    holdItems: ({ actor, params, query }) => holds.items(actor, params.id, query),
    holdAdd: ({ actor, params, body }) => holds.add(actor, params.id, body),
    holdRemove: ({ actor, params, body }) => holds.remove(actor, params.id, body),
  };
}
