import type { Contract } from '#shared/contract.ts';
import { auditRoutes } from './domains/audit/audit.routes.ts';
import { calendarRoutes } from './domains/calendars/calendars.routes.ts';
import { collaborativeRoutes } from './domains/collaborative/collaborative.routes.ts';
import { commentRoutes } from './domains/comments/comments.routes.ts';
import { complianceRoutes } from './domains/compliance/compliance.routes.ts';
import { contractorRoutes } from './domains/contractors/contractors.routes.ts';
import { folderRoutes } from './domains/documents/folders/folders.routes.ts';
import { recordRoutes } from './domains/documents/records/records.routes.ts';
import { versionRoutes } from './domains/documents/versions/versions.routes.ts';
import { fileRequestRoutes } from './domains/file-requests/file-requests.routes.ts';
import { authRoutes } from './domains/identity/auth.routes.ts';
import { importRoutes } from './domains/imports/imports.routes.ts';
import { labelRoutes } from './domains/labels/labels.routes.ts';
import { groupRoutes } from './domains/libraries/groups.routes.ts';
import { eventRoutes } from './domains/notifications/notifications.routes.ts';
import { organizationRoutes } from './domains/organization/organization.routes.ts';
import { overviewRoutes } from './domains/overview/overview.routes.ts';
import { profileRoutes } from './domains/people/profile.routes.ts';
import { userRoutes } from './domains/people/users.routes.ts';
import { reportRoutes } from './domains/report/report.routes.ts';
import { binRoutes } from './domains/retention/bin.routes.ts';
import { holdRoutes } from './domains/retention/holds.routes.ts';
import { retentionRoutes } from './domains/retention/retention.routes.ts';
import { reviewRoutes } from './domains/reviews/reviews.routes.ts';
import { savedSearchRoutes } from './domains/search/saved-searches.routes.ts';
import { searchRoutes } from './domains/search/search.routes.ts';
import { startingRoutes } from './domains/starting/starting.routes.ts';
import { syncClientRoutes } from './domains/sync-feed/sync-clients.routes.ts';
import type { Handlers } from './platform/http/handlers.ts';
import type { Services } from './services.ts';

/** All JSON handlers by the name of their endpoint. An endpoint without one does not compile. */
export function createHandlers(services: Services): Handlers<Contract> {
  return {
    ...overviewRoutes(services),
    ...startingRoutes(services),
    ...importRoutes(services),
    ...authRoutes(services),
    ...userRoutes(services),
    ...profileRoutes(services),
    ...groupRoutes(services),
    ...folderRoutes(services),
    ...labelRoutes(services),
    ...organizationRoutes(services),
    ...recordRoutes(services),
    ...binRoutes(services),
    ...retentionRoutes(services),
    ...holdRoutes(services),
    ...auditRoutes(services),
    ...complianceRoutes(services),
    ...contractorRoutes(services),
    ...reportRoutes(services),
    ...calendarRoutes(services),
    ...collaborativeRoutes(services),
    ...fileRequestRoutes(services),
    ...searchRoutes(services),
    ...savedSearchRoutes(services),
    ...versionRoutes(services),
    ...reviewRoutes(services),
    ...commentRoutes(services),
    ...eventRoutes(services),
    ...syncClientRoutes(services),
  };
}
