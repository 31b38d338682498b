import type { importsTable } from '#shared/imports/imports.contract.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Imports } from './module.ts';

export function importRoutes({ imports }: Imports): Handlers<typeof importsTable> {
  return {
    importTemplate: ({ params, query }) => imports.template(params.kind, query.format),
    importCheck: ({ actor, params, body }) => imports.check(actor, params.kind, body),
    importFaults: ({ actor, params, body }) => imports.faults(actor, params.kind, body),
    importRun: ({ actor, params, body }) => imports.run(actor, params.kind, body),
    importUndo: ({ actor, params }) => imports.undo(actor, params.id),
  };
}
