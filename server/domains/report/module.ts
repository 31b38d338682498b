import type { Kernel } from '../../platform/kernel.ts';
import { createReportExportService } from './files/report-export.service.ts';
import { createReportSnapshotsService } from './frozen/report-snapshots.service.ts';
import { createReportService } from './report.service.ts';

/** How an organization stands, now and in the snapshots that it keeps. */
export const createReport = ({ deps }: Kernel) => {
  const report = createReportService(deps);
  return {
    report,
    reportExport: createReportExportService(deps, report),
    reportSnapshots: createReportSnapshotsService(deps, report),
  };
};
export type Report = ReturnType<typeof createReport>;
