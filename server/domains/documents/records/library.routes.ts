import type { libraryTable } from '#shared/contract/libraries.ts';
import { isMember, rolesIn } from '../../../platform/actor.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Services } from '../../../services.ts';
import type { Handlers } from '../../../platform/http/handlers.ts';

type Library = Handlers<typeof libraryTable>;

const ok = { ok: true } as const;

export function libraryRoutes({ folders, labels, members }: Services): Library {
  return {
    librariesByPublisher: async ({ actor }) => {
      const mine = await members.groupsByMember(actor);
      return mine.filter((library) => library.roles?.includes('publish'));
    },
    labelsByOrganization: ({ actor }) => labels.list(actor),
    labels: ({ actor, query }) => labels.list(actor, query.group),
    labelSearch: ({ actor, query }) => labels.search(actor, query),
    labelCreate: ({ actor, body }) => labels.create(actor, body),
    rolesByGroup: async ({ actor, params }) => {
      if (!isMember(actor, params.group)) throw notFound();
      return [...rolesIn(actor, params.group)];
    },
    documentTypes: ({ actor }) => labels.types(actor),
    foldersByGroup: ({ actor, params }) => folders.list(actor, params.group),
    folderCreate: ({ actor, body }) => folders.create(actor, body),
    folderCreateBatch: async ({ actor, body }) => ({ results: await folders.createBatch(actor, body) }),
    folderUpdate: ({ actor, params, body }) => folders.update(actor, params.id, body),
    folderDelete: async ({ actor, params }) => {
      await folders.remove(actor, params.id);
      return ok;
    },
  };
}
