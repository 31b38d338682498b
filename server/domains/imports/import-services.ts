import type { Actor } from '../../platform/actor.ts';
import { type Change, joinedTo } from '../../platform/db/change.ts';
import type { Deps } from '../../platform/deps.ts';
import { createCalendarsService } from '../calendars/calendars.service.ts';
import type { Identity } from '../identity/identity.ts';
import { createDocumentTypesService } from '../labels/document-types.service.ts';
import { createLabelAdminService } from '../labels/label-admin.service.ts';
import { createLabelsService } from '../labels/labels.service.ts';
import { createGroupsService } from '../libraries/groups.service.ts';
import { createMembersService } from '../libraries/members.service.ts';
import { createDepartmentsService } from '../organization/departments.service.ts';
import { createUsersService } from '../people/users.service.ts';

/**
 * The services by which an import writes, in the running change, and for whom.
 * @param actor the caller, as they are behind the organization's lock
 */
export function createImportServices(given: Deps, identity: Identity, change: Change, actor: Actor) {
  const deps: Deps = { ...given, db: change.trx, changes: joinedTo(change) };
  return {
    actor,
    trx: change.trx,
    types: createDocumentTypesService(deps),
    labels: createLabelsService(deps),
    labelAdmin: createLabelAdminService(deps),
    departments: createDepartmentsService(deps),
    groups: createGroupsService(deps),
    members: createMembersService(deps),
    calendars: createCalendarsService(deps),
    users: createUsersService(deps, identity),
  };
}

export type ImportServices = ReturnType<typeof createImportServices>;
