import type { importsTable } from '#shared/imports/imports.contract.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Imports } from './module.ts';

const done = { ok: true } as const;

export function importRoutes({ imports }: Imports): Handlers<typeof importsTable> {
  return {
    importTemplate: ({ params, query }) => imports.template(params.kind, query.format),
    importCheck: ({ actor, params, body }) => imports.check(actor, params.kind, body),
    importFaults: ({ actor, params, body }) => imports.faults(actor, params.kind, body),
    importRun: ({ actor, params, body }) => imports.run(actor, params.kind, body),
    importRuns: ({ actor }) => imports.runs(actor),
    importInvite: ({ actor, params }) => imports.invite(actor, params.id).then(() => done),
    importUndo: ({ actor, params }) => imports.undo(actor, params.id),
  };
}
