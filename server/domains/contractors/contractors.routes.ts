import type { contractorsTable } from '#shared/contractors/contractors.contract.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Contractors } from './module.ts';

export function contractorRoutes({
  parties,
  partyWrites,
  partyExport,
  gate,
}: Contractors): Handlers<typeof contractorsTable> {
  return {
    parties: ({ actor, query }) => parties.list(actor, query),
    partiesCreate: ({ actor, body }) => partyWrites.create(actor, body),
    partyAdopt: ({ actor, body }) => partyWrites.adopt(actor, body),
    partyExport: ({ actor, query }) => partyExport.table(actor, query),
    partyGet: ({ actor, params }) => parties.get(actor, params.id),
    partyUpdate: ({ actor, params, body }) => partyWrites.update(actor, params.id, body),
    partyEnd: ({ actor, params, body }) => partyWrites.end(actor, params.id, body.ended),
    partyDelete: async ({ actor, params }) => {
      await partyWrites.remove(actor, params.id);
      return { ok: true };
    },
    partyAssign: ({ actor, params, body }) => partyWrites.assign(actor, params.id, body),
    partyGate: ({ actor, params, query }) => gate.site(actor, params.id, query),
  };
}
