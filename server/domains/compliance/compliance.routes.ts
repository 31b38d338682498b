import type { complianceTable } from '#shared/compliance/compliance.contract.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Compliance } from './module.ts';

export function complianceRoutes({ compliance, rules }: Compliance): Handlers<typeof complianceTable> {
  return {
    rulesByFolder: ({ actor, params }) => rules.list(actor, params.id),
    ruleCreate: ({ actor, body }) => rules.create(actor, body),
    ruleUpdate: ({ actor, params, body }) => rules.update(actor, params.id, body),
    ruleDelete: async ({ actor, params }) => {
      await rules.remove(actor, params.id);
      return { ok: true };
    },
    complianceByFolder: ({ actor, params, query }) => compliance.byFolder(actor, params.id, query.asOf),
    complianceOpen: ({ actor, query }) => compliance.open(actor, query),
    complianceByGroup: ({ actor, params, query }) => compliance.byGroup(actor, params.group, query.asOf),
  };
}
