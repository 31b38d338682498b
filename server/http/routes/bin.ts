import type { binTable } from '#shared/contract/bin.ts';
import type { Services } from '../../services/services.ts';
import type { Handlers } from '../handlers.ts';

export function binRoutes({ bin }: Services): Handlers<typeof binTable> {
  return {
    bin: ({ actor, query }) => bin.list(actor, query),
    binRestore: ({ actor, body }) => bin.restore(actor, body.record),
    binPurge: async ({ actor, params }) => {
      await bin.purge(actor, params.id);
      return { ok: true };
    },
  };
}
