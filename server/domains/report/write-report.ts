import type { reportFile } from './report-file.ts';
import { inThread } from '../../platform/tables/in-thread.ts';

export const writeReport = inThread<typeof reportFile>(
  new URL('./report-file.ts', import.meta.url),
  'reportFile',
);
