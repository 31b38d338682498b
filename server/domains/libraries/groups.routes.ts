import type { departmentTable } from '#shared/contract/departments.ts';
import type { groupTable } from '#shared/contract/groups.ts';
import type { Services } from '../../services.ts';
import type { Handlers } from '../../platform/http/handlers.ts';

const done = { ok: true } as const;

/** Libraries and their members, and departments. */
export function groupRoutes({
  groups,
  members,
  departments,
}: Services): Handlers<typeof groupTable> & Handlers<typeof departmentTable> {
  return {
    groupsByMember: ({ actor }) => members.groupsByMember(actor),
    groupsByOrganization: ({ actor }) => members.groupsByOrganization(actor),
    groups: ({ actor }) => groups.list(actor),
    groupGet: ({ actor, params }) => groups.get(actor, params.id),
    groupCreate: ({ actor, body }) => groups.create(actor, body),
    groupUpdate: ({ actor, params, body }) => groups.update(actor, params.id, body),
    groupArchive: ({ actor, params }) => groups.archive(actor, params.id),
    groupUnarchive: ({ actor, params }) => groups.unarchive(actor, params.id),
    groupDelete: ({ actor, params }) => groups.remove(actor, params.id).then(() => done),
    members: ({ actor, params }) => members.list(actor, params.id),
    memberPut: ({ actor, params, body }) => members.put(actor, params.id, params.user, body.roles),
    memberDelete: ({ actor, params }) => members.remove(actor, params.id, params.user).then(() => done),
    departmentsByOrganization: ({ actor }) => departments.names(actor),
    departments: ({ actor }) => departments.list(actor),
    departmentCreate: ({ actor, body }) => departments.create(actor, body),
    departmentUpdate: ({ actor, params, body }) => departments.update(actor, params.id, body),
    departmentDelete: ({ actor, params }) => departments.remove(actor, params.id).then(() => done),
  };
}
