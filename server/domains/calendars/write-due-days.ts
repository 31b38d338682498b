import type { dueDaysIcs } from './due-days-file.ts';
import { inThread } from '../../platform/tables/in-thread.ts';

export const writeDueDays = inThread<typeof dueDaysIcs>(
  new URL('./due-days-file.ts', import.meta.url),
  'dueDaysIcs',
);
