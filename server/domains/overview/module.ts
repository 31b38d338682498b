import type { Kernel } from '../../platform/kernel.ts';
import type { Compliance } from '../compliance/module.ts';
import type { Identity } from '../identity/module.ts';
import type { Reviews } from '../reviews/module.ts';
import type { Search } from '../search/module.ts';
import { createDashboardService } from './dashboard.service.ts';
import { createHandOverService } from './hand-over.service.ts';
import { createSystemService } from './system.service.ts';
import { createTasksService } from './tasks.service.ts';

/** Pages that put several domains together: the dashboard with its tasks, and the state of the system. */
export const createOverview = (
  { deps }: Kernel,
  { identity, search, pending, compliance }: Identity & Search & Reviews & Compliance,
) => ({
  dashboard: createDashboardService(deps, search, pending, compliance),
  tasks: createTasksService(deps),
  handOver: createHandOverService(deps),
  system: createSystemService(deps, identity.pool.attempts),
});
export type Overview = ReturnType<typeof createOverview>;
