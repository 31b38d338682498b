import type { usersTable } from '#shared/people/users.contract.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { People } from './module.ts';

const done = { ok: true } as const;

export function userRoutes({
  users,
  peopleImport,
  peopleExport,
  accessLinks,
}: People): Handlers<typeof usersTable> {
  return {
    usersByOrganization: ({ actor }) => users.list(actor),
    userList: ({ actor, query }) => users.page(actor, query),
    userExport: ({ actor, query }) => peopleExport.list(actor, query),
    userImportTemplate: ({ query }) => peopleExport.template(query),
    userImportCheck: ({ actor, body }) => peopleImport.check(actor, body),
    userImportFaults: ({ actor, body }) => peopleImport.faults(actor, body),
    userImport: ({ actor, body }) => peopleImport.run(actor, body),
    userCreate: ({ actor, body }) => users.create(actor, body),
    userUpdate: ({ actor, params, body }) => users.update(actor, params.id, body),
    userGet: ({ actor, params }) => users.get(actor, params.id),
    userDelete: ({ actor, params }) => users.remove(actor, params.id).then(() => done),
    userEnable: ({ actor, params }) => users.enable(actor, params.id),
    userDisable: ({ actor, params }) => users.disable(actor, params.id),
    userResetPassword: ({ actor, params }) => users.resetPassword(actor, params.id).then(() => done),
    userAccessLink: ({ actor, params }) => accessLinks.create(actor, params.id),
    userAccessLinks: ({ actor, body }) => accessLinks.table(actor, body),
    userGroups: ({ actor, params }) => users.groupsOf(actor, params.id),
    userGroupAdd: ({ actor, params }) => users.addToGroup(actor, params.id, params.name),
    userGroupRemove: ({ actor, params }) => users.removeFromGroup(actor, params.id, params.name),
    directoryGroups: () => users.groups(),
  };
}
