import type { retentionTable } from '#shared/contract/retention.ts';
import type { Services } from '../../services/services.ts';
import { eachItem } from '../each-item.ts';
import type { Handlers } from '../handlers.ts';

const asItems = (records: readonly string[]) => [...new Set(records)].map((record) => ({ record }));

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
