import type { recordTable } from '#shared/documents/records.contract.ts';
import type { reviewTable } from '#shared/reviews/reviews.contract.ts';
import { eachItem } from '../../platform/http/each-item.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Reviews as ReviewsModule } from './module.ts';

type Reviews = Handlers<typeof reviewTable> & Pick<Handlers<typeof recordTable>, 'batchState'>;

export function reviewRoutes({ reviews, pending }: ReviewsModule): Reviews {
  return {
    reviewCreate: ({ actor, body }) => reviews.create(actor, body),
    reviewsByRecord: ({ actor, params }) => reviews.list(actor, params.id),
    reviewRequest: ({ actor, body }) => reviews.request(actor, body),
    publicationRequest: ({ actor, body }) => reviews.requestPublication(actor, body),
    requestsByRecord: ({ actor, params }) => pending.requests(actor, params.id),
    pendingDecisions: ({ actor, query }) => pending.list(actor, query),
    batchState: async ({ actor, body: { items, state, comment } }) => ({
      results: await eachItem(items, ({ record, rev }) =>
        reviews.changeCurrent(actor, { record, state, comment, rev }),
      ),
    }),
  };
}
