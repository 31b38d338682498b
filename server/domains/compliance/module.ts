import type { Kernel } from '../../platform/kernel.ts';
import { createComplianceService } from './compliance.service.ts';
import { createRulesService } from './rules.service.ts';

/** What folders must hold, and whether they do. */
export const createCompliance = ({ deps }: Kernel) => ({
  rules: createRulesService(deps),
  compliance: createComplianceService(deps),
});
export type Compliance = ReturnType<typeof createCompliance>;
