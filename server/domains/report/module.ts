import type { Kernel } from '../../platform/kernel.ts';
import type { Identity } from '../identity/module.ts';
import { createReportExportService } from './files/report-export.service.ts';
import { createReportSnapshotsService } from './frozen/report-snapshots.service.ts';
import { createReportMailLinksService } from './mailed/report-mail-links.service.ts';
import { createReportMailsService } from './mailed/report-mails.service.ts';
import { createReportService } from './report.service.ts';

/** How an organization stands, now and in the snapshots that it keeps. */
export const createReport = ({ deps }: Kernel, { identity }: Identity) => {
  const report = createReportService(deps);
  const reportExport = createReportExportService(deps, report);
  return {
    report,
    reportExport,
    reportMails: createReportMailsService(deps),
    reportMailLinks: createReportMailLinksService(deps, identity.noticeLinks),
    reportSnapshots: createReportSnapshotsService(deps, report),
  };
};
export type Report = ReturnType<typeof createReport>;
