import type { reportTable } from '#shared/report/report.contract.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Report } from './module.ts';

export function reportRoutes({
  report,
  reportExport,
  reportSnapshots,
}: Report): Handlers<typeof reportTable> {
  return {
    report: ({ actor, query }) => report.get(actor, query),
    reportMaster: ({ actor, query }) => report.master(actor, query),
    reportExport: ({ actor, query }) => reportExport.export(actor, query),
    snapshots: ({ actor, query }) => reportSnapshots.page(actor, query),
    snapshotCreate: ({ actor, body }) => reportSnapshots.take(actor, body),
    snapshotGet: ({ actor, params }) => reportSnapshots.get(actor, params.id),
    snapshotExport: ({ actor, params, query }) => reportSnapshots.export(actor, params.id, query),
  };
}
