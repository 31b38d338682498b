import type { recordTable } from '#shared/documents/records.contract.ts';
import { eachItem } from '../../../platform/http/each-item.ts';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { Documents } from '../module.ts';

type Records = Pick<
  Handlers<typeof recordTable>,
  | 'recordCreate'
  | 'entryCreate'
  | 'createBatch'
  | 'recordById'
  | 'recordActivity'
  | 'recordUpdate'
  | 'recordAuthors'
  | 'batchMove'
  | 'recordDelete'
>;

export function recordRoutes({ records, recordEdit, recordPlace, activity }: Documents): Records {
  return {
    recordCreate: ({ actor, body, operation, operationToken }) =>
      records.create(actor, body, { operation, operationToken }),
    entryCreate: ({ actor, body, operation, operationToken }) =>
      records.createEntry(actor, body, { operation, operationToken }),
    createBatch: async ({ actor, body, operation, operationToken }) => {
      const results = await records.createBatch(actor, body.items, { operation, operationToken });
      return {
        results: results.map((each) => (each.ok ? each : { ok: false, error: each.error.body().error })),
      };
    },
    recordById: ({ actor, params }) => records.get(actor, params.id),
    recordActivity: ({ actor, params, query }) => activity.page(actor, params.id, query),
    recordUpdate: ({ actor, params, body }) => recordEdit.update(actor, params.id, body),
    recordAuthors: ({ actor, params, body }) => recordEdit.setAuthors(actor, params.id, body),
    batchMove: async ({ actor, body }) => ({
      results: await eachItem(body.items, (item) =>
        recordPlace.move(actor, item.record, { group: body.group, folder: body.folder }, item.rev),
      ),
    }),
    recordDelete: async ({ actor, params }) => {
      await recordPlace.remove(actor, params.id);
      return { ok: true };
    },
  };
}
