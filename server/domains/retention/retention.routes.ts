import type { retentionTable } from '#shared/retention/retention.contract.ts';
import { asItems, eachItem } from '../../platform/http/each-item.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Retention } from './module.ts';

export function retentionRoutes({ retention }: Retention): Handlers<typeof retentionTable> {
  return {
    retentionEnded: ({ actor, query }) => retention.ended(actor, query),
    retentionRemoveBatch: async ({ actor, body }) => ({
      results: await eachItem(asItems(body.records), ({ record }) => retention.remove(actor, record)),
    }),
    retentionExtendBatch: async ({ actor, body: { records, years, reason } }) => ({
      results: await eachItem(asItems(records), ({ record }) =>
        retention.extend(actor, record, { years, reason }),
      ),
    }),
  };
}
