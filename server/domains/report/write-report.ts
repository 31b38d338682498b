import { inThread } from '../../platform/tables/in-thread.ts';
import type { reportFile } from './report-file.ts';

export const writeReport = inThread<typeof reportFile>(
  new URL('./report-file.ts', import.meta.url),
  'reportFile',
);
