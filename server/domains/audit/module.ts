import type { Kernel } from '../../platform/kernel.ts';
import { createAuditService } from './audit.service.ts';

/** The trail of what happened. */
export const createAudit = ({ deps }: Kernel) => ({ audit: createAuditService(deps) });
export type Audit = ReturnType<typeof createAudit>;
