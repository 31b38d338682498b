import type { commentTable } from '#shared/comments/comments.contract.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Comments } from './module.ts';

export function commentRoutes({ comments }: Comments): Handlers<typeof commentTable> {
  return {
    commentsByRecord: ({ actor, params }) => comments.list(actor, params.id),
    commentCreate: ({ actor, body }) => comments.create(actor, body),
    commentUpdate: ({ actor, params, body }) => comments.update(actor, params.id, body),
    commentResolve: ({ actor, params, body }) => comments.resolve(actor, params.id, body),
  };
}
