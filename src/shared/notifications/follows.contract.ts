import { z } from 'zod';
import { table } from '../platform/endpoint.ts';
import { done } from '../platform/primitives.ts';
import * as follows from './follows.schemas.ts';

/** What a person follows; everybody sees only their own. */
export const followTable = table({
  follows: {
    method: 'GET',
    path: '/events/follows',
    summary: 'What one follows and still sees, the latest first',
    who: 'signed-in',
    result: z.array(follows.follow),
  },
  follow: {
    method: 'PUT',
    path: '/events/follows/:what/:id',
    summary: 'Be told of what happens to a document, or in a folder or a library; once more changes nothing',
    who: 'signed-in',
    params: follows.followParams,
    result: done,
    changes: ['follows'],
  },
  unfollow: {
    method: 'DELETE',
    path: '/events/follows/:what/:id',
    summary: 'Follow it no more; what one does not follow stays so',
    who: 'signed-in',
    params: follows.followParams,
    result: done,
    changes: ['follows'],
  },
});
