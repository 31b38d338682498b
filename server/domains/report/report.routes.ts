import type { reportTable } from '#shared/report/report.contract.ts';
import type { reportMailTable } from '#shared/report/report-mails.contract.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Report } from './module.ts';

export function reportRoutes({
  report,
  reportExport,
  reportSnapshots,
  reportMails,
  reportMailLinks,
}: Report): Handlers<typeof reportTable & typeof reportMailTable> {
  return {
    report: ({ actor, query }) => report.get(actor, query),
    reportMaster: ({ actor, query }) => report.master(actor, query),
    reportExport: ({ actor, query }) => reportExport.export(actor, query),
    snapshots: ({ actor, query }) => reportSnapshots.page(actor, query),
    snapshotCreate: ({ actor, body }) => reportSnapshots.take(actor, body),
    snapshotGet: ({ actor, params }) => reportSnapshots.get(actor, params.id),
    snapshotExport: ({ actor, params, query }) => reportSnapshots.export(actor, params.id, query),
    reportMails: ({ actor }) => reportMails.list(actor),
    reportMailPeople: ({ actor }) => reportMails.people(actor),
    reportMailCreate: ({ actor, body }) => reportMails.create(actor, body),
    reportMailUpdate: ({ actor, params, body }) => reportMails.update(actor, params.id, body),
    reportMailStop: async ({ actor, params }) => {
      await reportMails.stop(actor, params.id);
      return { ok: true };
    },
    reportMailOwn: ({ actor, params, body }) => reportMails.setOwn(actor, params.id, body.receives),
    reportMailTry: async ({ actor, params }) => {
      await reportMails.tryOut(actor, params.id);
      return { ok: true };
    },
    reportMailLink: ({ params }) => reportMailLinks.byLink(params.token),
    reportMailLinkPut: ({ params, body, ip }) => reportMailLinks.setByLink(params.token, body.receives, ip),
  };
}
