import type { Contract } from '#shared/contract/contract.ts';
import type { Services } from '../../services/services.ts';
import type { Handlers } from '../handlers.ts';
import { auditRoutes } from './audit.ts';
import { authRoutes } from './auth.ts';
import { binRoutes } from './bin.ts';
import { calendarRoutes } from './calendars.ts';
import { collaborativeRoutes } from './collaborative.ts';
import { complianceRoutes } from './compliance.ts';
import { coreRoutes } from './core.ts';
import { eventRoutes } from './events.ts';
import { groupRoutes } from './groups.ts';
import { holdRoutes } from './holds.ts';
import { labelRoutes } from './labels.ts';
import { libraryRoutes } from './library.ts';
import { organizationRoutes } from './organization.ts';
import { profileRoutes } from './profile.ts';
import { recordRoutes } from './records.ts';
import { reportRoutes } from './report.ts';
import { retentionRoutes } from './retention.ts';
import { reviewRoutes } from './reviews.ts';
import { savedSearchRoutes } from './saved-searches.ts';
import { searchRoutes } from './search.ts';
import { syncClientRoutes } from './sync-clients.ts';
import { systemRoutes } from './system.ts';
import { userRoutes } from './users.ts';
import { versionRoutes } from './versions.ts';

/** All JSON handlers by the name of their endpoint: an endpoint of the table without one does not compile. */
export function createHandlers(services: Services): Handlers<Contract> {
  return {
    ...systemRoutes(services),
    ...authRoutes(services),
    ...coreRoutes(services),
    ...userRoutes(services),
    ...profileRoutes(services),
    ...groupRoutes(services),
    ...libraryRoutes(services),
    ...labelRoutes(services),
    ...organizationRoutes(services),
    ...recordRoutes(services),
    ...binRoutes(services),
    ...retentionRoutes(services),
    ...holdRoutes(services),
    ...auditRoutes(services),
    ...complianceRoutes(services),
    ...reportRoutes(services),
    ...calendarRoutes(services),
    ...collaborativeRoutes(services),
    ...searchRoutes(services),
    ...savedSearchRoutes(services),
    ...versionRoutes(services),
    ...reviewRoutes(services),
    ...eventRoutes(services),
    ...syncClientRoutes(services),
  };
}
