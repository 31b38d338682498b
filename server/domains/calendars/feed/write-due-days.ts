import { inThread } from '../../../platform/tables/in-thread.ts';
import type { dueDaysIcs } from './due-days-file.ts';

export const writeDueDays = inThread<typeof dueDaysIcs>(
  new URL('./due-days-file.ts', import.meta.url),
  'dueDaysIcs',
);
