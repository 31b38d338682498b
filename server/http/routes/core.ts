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
    departmentsByOrganization: ({ actor }) => users.departments(actor),
    members: ({ actor, params }) => members.list(actor, params.id),
    memberPut: ({ actor, params, body }) => members.put(actor, params.id, params.user, body.roles),
    memberDelete: ({ actor, params }) => members.remove(actor, params.id, params.user).then(() => done),
  };
}
