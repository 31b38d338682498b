import { inThread } from '../../platform/tables/in-thread.ts';
import type { auditFile } from './audit-file.ts';

export const writeAudit = inThread<typeof auditFile>(
  new URL('./audit-file.ts', import.meta.url),
  'auditFile',
);
