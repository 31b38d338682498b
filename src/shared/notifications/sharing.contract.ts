import { z } from 'zod';
import { table } from '../platform/endpoint.ts';
import { id } from '../platform/primitives.ts';
import * as notification from './notifications.schemas.ts';

const byId = z.object({ id });

/** A document that somebody shows to others who may see it. */
export const sharingTable = table({
  recordPeople: {
    method: 'GET',
    path: '/docs/records/:id/people',
    summary:
      'Who sees a record now, of those whom the caller may know: its library’s members, where they are one, and its authors',
    who: 'signed-in',
    params: byId,
    result: z.array(notification.recordPerson),
  },
  recordShare: {
    method: 'POST',
    path: '/docs/records/:id/share',
    summary: 'Tell people who may see a record of it',
    who: 'signed-in',
    params: byId,
    body: notification.share,
    result: notification.shared,
    status: 201,
    changes: ['notifications'],
  },
});
