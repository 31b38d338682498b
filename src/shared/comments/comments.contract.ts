import { z } from 'zod';
import { table } from '../platform/endpoint.ts';
import { id } from '../platform/primitives.ts';
import * as comment from './comments.schemas.ts';

const byId = z.object({ id });

/** Comments on documents: on a passage, a page or a whole version. */
export const commentTable = table({
  commentsByRecord: {
    method: 'GET',
    path: '/docs/comments/by/record/:id',
    summary:
      'The comments on all versions of a document, oldest first; readers of what is published get none',
    who: 'signed-in',
    params: byId,
    result: z.array(comment.comment),
  },
  commentCreate: {
    method: 'POST',
    path: '/docs/comments',
    summary: 'Comment on a version of a document: on a passage, a page, or all of it',
    who: 'signed-in',
    body: comment.commentCreate,
    result: comment.comment,
    status: 201,
    changes: ['comments'],
    errors: ['archived'],
  },
  commentUpdate: {
    method: 'PUT',
    path: '/docs/comments/:id',
    summary: 'Correct a comment of one’s own',
    who: 'signed-in',
    params: byId,
    body: comment.commentUpdate,
    result: comment.comment,
    changes: ['comments'],
    errors: ['archived', 'conflict'],
  },
  commentResolve: {
    method: 'PUT',
    path: '/docs/comments/:id/resolved',
    summary: 'Resolve a comment, or open it again; to ask for what it is already changes nothing',
    who: 'signed-in',
    params: byId,
    body: comment.commentResolve,
    result: comment.comment,
    changes: ['comments'],
    errors: ['archived', 'conflict'],
  },
});
