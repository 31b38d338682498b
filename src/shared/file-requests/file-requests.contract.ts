import { z } from 'zod';
import { table } from '../platform/endpoint.ts';
import { id } from '../platform/primitives.ts';
import * as requests from './file-requests.schemas.ts';

const byId = z.object({ id });

/** Links by which people without an account send files into a folder, for those who ask for them. */
export const fileRequestTable = table({
  fileRequestCreate: {
    method: 'POST',
    path: '/docs/file-requests',
    summary:
      'Make a link by which somebody without an account sends files into a folder; its secret is told once',
    who: 'signed-in',
    body: requests.fileRequestCreate,
    result: requests.fileRequestMade,
    status: 201,
    secret: true,
    changes: ['fileRequests'],
    errors: ['archived', 'labels_required', 'rate_limited'],
  },
  fileRequestsByFolder: {
    method: 'GET',
    path: '/docs/file-requests/by/folder/:folder',
    summary: 'Links into a folder: open ones first, with what has come by each',
    who: 'signed-in',
    params: z.object({ folder: id }),
    result: requests.fileRequests,
  },
  fileRequestRevoke: {
    method: 'POST',
    path: '/docs/file-requests/:id/revoke',
    summary: 'End a link. Idempotent',
    who: 'signed-in',
    params: byId,
    result: requests.fileRequest,
    changes: ['fileRequests'],
  },
  fileRequestMail: {
    method: 'POST',
    path: '/docs/file-requests/:id/mail',
    summary: 'Mail a link, whose secret the caller still has, to up to ten addresses',
    who: 'signed-in',
    params: byId,
    body: requests.fileRequestMail,
    result: requests.fileRequest,
    changes: ['fileRequests'],
    errors: ['archived', 'link_expired', 'link_closed', 'conflict', 'rate_limited'],
  },
});
