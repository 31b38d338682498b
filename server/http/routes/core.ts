import type { coreTable } from '#shared/contract/core.ts';
import { tokenOf } from '../../identity/authenticate.ts';
import type { Services } from '../../services/services.ts';
import type { Handlers } from '../handlers.ts';

const done = { ok: true } as const;

export function coreRoutes({
  session,
  users,
  members,
}: Services): Omit<Handlers<typeof coreTable>, 'health' | 'ready'> {
  return {
    session: ({ actor, req }) => session.current(actor, tokenOf(req)),
    groupsByMember: ({ actor }) => members.groupsByMember(actor),
    groupsByOrganization: ({ actor }) => members.groupsByOrganization(actor),
    usersByOrganization: ({ actor }) => users.list(actor),
    departmentsByOrganization: ({ actor }) => users.departments(actor),
    userCreate: ({ actor, body }) => users.create(actor, body),
    userUpdate: ({ actor, params, body }) => users.update(actor, params.id, body),
    userGet: ({ actor, params }) => users.get(actor, params.id),
    userDelete: ({ actor, params }) => users.remove(actor, params.id).then(() => done),
    userEnable: ({ actor, params }) => users.enable(actor, params.id),
    userDisable: ({ actor, params }) => users.disable(actor, params.id),
    userGroups: ({ actor, params }) => users.groupsOf(actor, params.id),
    userGroupAdd: ({ actor, params }) => users.addToGroup(actor, params.id, params.name),
    userGroupRemove: ({ actor, params }) => users.removeFromGroup(actor, params.id, params.name),
    directoryGroups: () => users.groups(),
    members: ({ actor, params }) => members.list(actor, params.id),
    memberPut: ({ actor, params, body }) => members.put(actor, params.id, params.user, body.roles),
    memberDelete: ({ actor, params }) => members.remove(actor, params.id, params.user).then(() => done),
  };
}
