import type { retentionTable } from '#shared/contract/retention.ts';
import type { Services } from '../../services.ts';
import { asItems, eachItem } from '../../platform/http/each-item.ts';
import type { Handlers } from '../../platform/http/handlers.ts';

export function retentionRoutes({ retention }: Services): Handlers<typeof retentionTable> {
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
