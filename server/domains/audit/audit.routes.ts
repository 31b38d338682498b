import type { auditTable } from '#shared/audit/audit.contract.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Audit } from './module.ts';

export function auditRoutes({ audit }: Audit): Handlers<typeof auditTable> {
  return {
    auditTrail: ({ actor, query }) => audit.page(actor, query),
    auditExport: ({ actor, query }) => audit.export(actor, query),
    auditEvent: ({ actor, params }) => audit.event(actor, params.id),
  };
}
