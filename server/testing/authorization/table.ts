import type { EndpointName } from '#shared/contract.ts';
import { auditRows } from './audit.ts';
import { calendarRows } from './calendars.ts';
import { collaborativeRows } from './collaborative.ts';
import { complianceRows } from './compliance.ts';
import { contractorRows } from './contractors.ts';
import { eventsRows } from './events.ts';
import { fileRequestRows } from './file-requests.ts';
import { followsRows } from './follows.ts';
import { groupRows } from './groups.ts';
import { holdRows } from './holds.ts';
import { importsRows } from './imports.ts';
import { peopleRows } from './people.ts';
import { profileRows } from './profile.ts';
import { recordsRows } from './records.ts';
import { reportMailRows, reportRows } from './report.ts';
import { retentionRows } from './retention.ts';
import type { Rows } from './rows.ts';
import { searchesRows } from './searches.ts';
import { usersRows } from './users.ts';
import { versionsRows } from './versions.ts';
import { vocabularyRows } from './vocabulary.ts';

/** Every endpoint of the contract. A new one without a row is a type error, and fails the test. */
export const authorizationTable: Rows<EndpointName> = {
  ...peopleRows,
  ...importsRows,
  ...usersRows,
  ...profileRows,
  ...groupRows,
  ...recordsRows,
  ...searchesRows,
  ...versionsRows,
  ...eventsRows,
  ...followsRows,
  ...complianceRows,
  ...contractorRows,
  ...collaborativeRows,
  ...vocabularyRows,
  ...auditRows,
  ...reportRows,
  ...reportMailRows,
  ...holdRows,
  ...retentionRows,
  ...calendarRows,
  ...fileRequestRows,
};
