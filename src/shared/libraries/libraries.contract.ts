import { z } from 'zod';
import { libraryRole } from '../access/access.schemas.ts';
import * as people from '../people/people.schemas.ts';
import { table } from '../platform/endpoint.ts';
import { id } from '../platform/primitives.ts';

/** Libraries as the document manager shows them, and the caller's roles there. */
export const libraryTable = table({
  librariesByPublisher: {
    method: 'GET',
    path: '/docs/libraries/by/publisher',
    summary: 'Libraries in which one may publish',
    who: 'signed-in',
    result: z.array(people.group),
  },
  rolesByGroup: {
    method: 'GET',
    path: '/docs/roles/by/group/:group',
    summary: 'One’s own roles in a library',
    who: 'signed-in',
    params: z.object({ group: id }),
    result: z.array(libraryRole),
  },
});
