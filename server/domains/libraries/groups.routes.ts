import type { groupTable } from '#shared/libraries/groups.contract.ts';
import type { libraryTable } from '#shared/libraries/libraries.contract.ts';
import { isMember, rolesIn } from '../../platform/actor.ts';
import { notFound } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Libraries } from './module.ts';

const done = { ok: true } as const;

type OfMembers = Pick<Handlers<typeof libraryTable>, 'librariesByPublisher' | 'rolesByGroup'>;

/** Libraries and their members. */
export function groupRoutes({ groups, members }: Libraries): Handlers<typeof groupTable> & OfMembers {
  return {
    librariesByPublisher: async ({ actor }) => {
      const mine = await members.groupsByMember(actor);
      return mine.filter((library) => library.roles?.includes('publish'));
    },
    rolesByGroup: async ({ actor, params }) => {
      if (!isMember(actor, params.group)) throw notFound();
      return [...rolesIn(actor, params.group)];
    },
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
  };
}
