import { inThread } from '../../../platform/tables/in-thread.ts';
import type { reportFile } from './report-file.ts';
import type { reportPdf } from './report-pdf.ts';

export const writeReport = inThread<typeof reportFile>(
  new URL('./report-file.ts', import.meta.url),
  'reportFile',
);

/** Apart, so that a thread which writes tables does not load what lays out pages. */
export const writeReportPdf = inThread<typeof reportPdf>(
  new URL('./report-pdf.ts', import.meta.url),
  'reportPdf',
);
