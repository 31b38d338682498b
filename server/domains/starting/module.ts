import type { Kernel } from '../../platform/kernel.ts';
import { createFirstStepsService } from './first-steps.service.ts';
import { createStarterSetsService } from './starter-sets.service.ts';

/** How an organization is set up: its first steps, and the sets that it may start from. */
export const createStarting = ({ deps }: Kernel) => ({
  firstSteps: createFirstStepsService(deps),
  starterSets: createStarterSetsService(deps),
});
export type Starting = ReturnType<typeof createStarting>;
