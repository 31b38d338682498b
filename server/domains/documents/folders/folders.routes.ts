import type { folderTable } from '#shared/documents/folders.contract.ts';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { Documents } from '../module.ts';

const ok = { ok: true } as const;

export function folderRoutes({ folders }: Documents): Handlers<typeof folderTable> {
  return {
    foldersByGroup: ({ actor, params }) => folders.list(actor, params.group),
    folderCreate: ({ actor, body }) => folders.create(actor, body),
    folderCreateBatch: async ({ actor, body }) => ({ results: await folders.createBatch(actor, body) }),
    folderUpdate: ({ actor, params, body }) => folders.update(actor, params.id, body),
    folderDelete: async ({ actor, params }) => {
      await folders.remove(actor, params.id);
      return ok;
    },
  };
}
