import type { binTable } from '#shared/retention/bin.contract.ts';
import { asItems, eachItem } from '../../platform/http/each-item.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Retention } from './module.ts';

export function binRoutes({ bin }: Retention): Handlers<typeof binTable> {
  return {
    bin: ({ actor, query }) => bin.list(actor, query),
    binRestore: ({ actor, body }) => bin.restore(actor, body.record),
    binRestoreBatch: async ({ actor, body }) => ({
      results: await eachItem(asItems(body.records), ({ record }) => bin.restore(actor, record)),
    }),
    binPurgeBatch: async ({ actor, body }) => ({
      results: await eachItem(asItems(body.records), ({ record }) => bin.purge(actor, record)),
    }),
    binEmpty: ({ actor, body }) => bin.empty(actor, new Date(body.before)),
    binPurge: async ({ actor, params }) => {
      await bin.purge(actor, params.id);
      return { ok: true };
    },
  };
}
