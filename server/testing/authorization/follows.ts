import type { followTable } from '#shared/notifications/follows.contract.ts';
import type { Followable } from '#shared/notifications/follows.schemas.ts';
import { LIBRARY, published, type Rows, SIGNED_IN, WORKING } from './rows.ts';

const following = (what: Followable, id: string) => ({ params: { what, id } });

/** What people follow: each person has their own list, and follows only what they see. */
export const followsRows: Rows<keyof typeof followTable> = {
  follows: { answers: SIGNED_IN },
  follow: [
    {
      on: 'published',
      answers: LIBRARY,
      input: async (world) => following('record', (await published(world)).id),
    },
    { on: 'draft', answers: WORKING, input: async (world) => following('record', (await world.record()).id) },
    { on: 'folder', answers: LIBRARY, input: async (world) => following('folder', await world.folder()) },
    { on: 'library', answers: LIBRARY, input: async (world) => following('group', world.library.id) },
  ],
  // It changes what is one's own, and tells nothing of what it names.
  unfollow: { answers: SIGNED_IN, input: async (world) => following('record', (await world.record()).id) },
};
