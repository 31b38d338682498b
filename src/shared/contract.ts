import { auditTable } from './audit/audit.contract.ts';
import { calendarTable } from './calendars/calendars.contract.ts';
import { collaborativeTable } from './collaborative/collaborative.contract.ts';
import { commentTable } from './comments/comments.contract.ts';
import { complianceTable } from './compliance/compliance.contract.ts';
import { contractorsTable } from './contractors/contractors.contract.ts';
import { folderTable } from './documents/folders.contract.ts';
import { recordTable } from './documents/records.contract.ts';
import { uploadTable } from './documents/uploads.contract.ts';
import { versionTable } from './documents/versions.contract.ts';
import { deliveryTable } from './file-requests/deliveries.contract.ts';
import { fileRequestTable } from './file-requests/file-requests.contract.ts';
import { authTable } from './identity/auth.contract.ts';
import { importsTable } from './imports/imports.contract.ts';
import { documentTypeTable } from './labels/document-types.contract.ts';
import { labelTable } from './labels/labels.contract.ts';
import { groupTable } from './libraries/groups.contract.ts';
import { libraryTable } from './libraries/libraries.contract.ts';
import { followTable } from './notifications/follows.contract.ts';
import { eventTable } from './notifications/notifications.contract.ts';
import { sharingTable } from './notifications/sharing.contract.ts';
import { departmentTable } from './organization/departments.contract.ts';
import { organizationTable } from './organization/organization.contract.ts';
import { overviewTable } from './overview/overview.contract.ts';
import { profileTable } from './people/profile.contract.ts';
import { usersTable } from './people/users.contract.ts';
import type { Endpoint } from './platform/endpoint.ts';
import { serverTable } from './platform/server.contract.ts';
import { reportTable } from './report/report.contract.ts';
import { reportMailTable } from './report/report-mails.contract.ts';
import { binTable } from './retention/bin.contract.ts';
import { holdTable } from './retention/holds.contract.ts';
import { retentionTable } from './retention/retention.contract.ts';
import { reminderTable, reviewTable } from './reviews/reviews.contract.ts';
import { savedSearchTable } from './search/saved-searches.contract.ts';
import { searchTable } from './search/search.contract.ts';
import { startingTable } from './starting/starting.contract.ts';
import { syncTable } from './sync-feed/sync.contract.ts';

/**
 * The one endpoint table. The server mounts from it, the client is typed from it, `/api/openapi.json` is made from it,
 * and the tests of authorization run over it.
 */
export const contract = {
  ...authTable,
  ...serverTable,
  ...usersTable,
  ...profileTable,
  ...groupTable,
  ...departmentTable,
  ...libraryTable,
  ...folderTable,
  ...labelTable,
  ...documentTypeTable,
  ...organizationTable,
  ...recordTable,
  ...binTable,
  ...holdTable,
  ...retentionTable,
  ...auditTable,
  ...searchTable,
  ...savedSearchTable,
  ...overviewTable,
  ...startingTable,
  ...importsTable,
  ...complianceTable,
  ...contractorsTable,
  ...reportTable,
  ...reportMailTable,
  ...calendarTable,
  ...collaborativeTable,
  ...versionTable,
  ...uploadTable,
  ...fileRequestTable,
  ...deliveryTable,
  ...reviewTable,
  ...reminderTable,
  ...sharingTable,
  ...commentTable,
  ...followTable,
  ...eventTable,
  ...syncTable,
} as const;

export type Contract = typeof contract;
export type EndpointName = keyof Contract;

export const endpoints = Object.entries(contract) as [EndpointName, Endpoint][];
