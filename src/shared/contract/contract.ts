import { auditTable } from './audit.ts';
import { binTable } from './bin.ts';
import { calendarTable } from './calendars.ts';
import { collaborativeTable } from './collaborative.ts';
import { complianceTable } from './compliance.ts';
import { authTable, coreTable } from './core.ts';
import { departmentTable } from './departments.ts';
import type { Endpoint } from './endpoint.ts';
import { eventTable, syncTable } from './events.ts';
import { groupTable } from './groups.ts';
import { holdTable } from './holds.ts';
import { labelTable } from './labels.ts';
import { libraryTable } from './libraries.ts';
import { organizationTable } from './organization.ts';
import { profileTable } from './profile.ts';
import { recordTable } from './records.ts';
import { reportTable } from './report.ts';
import { retentionTable } from './retention.ts';
import { reminderTable, reviewTable } from './reviews.ts';
import { searchTable } from './searches.ts';
import { usersTable } from './users.ts';
import { versionTable } from './versions.ts';

/**
 * The one endpoint table. The server mounts from it, the client is typed from it, `/api/openapi.json` is made from it,
 * and the authorization matrix of the tests walks it: nothing is declared twice.
 */
export const contract = {
  ...authTable,
  ...coreTable,
  ...usersTable,
  ...profileTable,
  ...groupTable,
  ...departmentTable,
  ...libraryTable,
  ...labelTable,
  ...organizationTable,
  ...recordTable,
  ...binTable,
  ...holdTable,
  ...retentionTable,
  ...auditTable,
  ...searchTable,
  ...complianceTable,
  ...reportTable,
  ...calendarTable,
  ...collaborativeTable,
  ...versionTable,
  ...reviewTable,
  ...reminderTable,
  ...eventTable,
  ...syncTable,
} as const;

export type Contract = typeof contract;
export type EndpointName = keyof Contract;

export const endpoints = Object.entries(contract) as [EndpointName, Endpoint][];
