import type { z } from 'zod';
import { STATE } from '#shared/access/states.ts';
import type { Review, reviewCreate, reviewRequest } from '#shared/reviews/reviews.schemas.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError, notFound } from '../../platform/errors.ts';
import { findSeen } from '../documents/faces/faces.queries.ts';
import type { StateChange } from './change-state.ts';
import { chooseState, requestDecision } from './request-decision.ts';
import { listReviews, type ReviewWithNames } from './reviews.queries.ts';

type ReviewRequest = z.output<typeof reviewRequest>;

export function createReviewsService({ db, changes }: Deps) {
  return {
    create: (actor: Actor, body: z.output<typeof reviewCreate>): Promise<Review> =>
      changes.run(actor, async (change) => {
        const { review } = await chooseState(change, actor, body);
        const [row] = await listReviews(change.trx, { review });
        if (!row) throw new ApiError('internal');
        return present(row);
      }),

    async list(actor: Actor, record: string): Promise<Review[]> {
      const seen = await findSeen(db, actor, record);
      if (!seen) throw notFound();
      const rows = await listReviews(db, { record, publishedOnly: seen.face.face === 'published' });
      return rows.map(present);
    },

    /** Requests a review. Moves the version to pending_review where the transition table and the role allow. */
    request: (actor: Actor, body: ReviewRequest): Promise<{ state: number; notified: number }> =>
      changes.run(actor, (change) => requestDecision(change, actor, 'review', body)),

    /** Requests the publication of an approved version, and moves it to pending_publication. */
    requestPublication: (actor: Actor, body: ReviewRequest): Promise<{ state: number; notified: number }> =>
      changes.run(actor, (change) => requestDecision(change, actor, 'publication', body)),

    /** One item of a batch. Changes the version that is current at that time. */
    changeCurrent: (actor: Actor, item: Omit<StateChange, 'version'>): Promise<void> =>
      changes.run(actor, async (change) => {
        const seen = await findSeen(change.trx, actor, item.record);
        if (!seen) throw notFound();
        const { current_version, published_version } = seen.record;
        // Making obsolete is about the published version, whatever draft lies on top of it.
        const version = item.state === STATE.obsolete ? published_version : current_version;
        if (!version) {
          throw new ApiError('transition', { from: seen.face.state, to: item.state });
        }
        await chooseState(change, actor, { ...item, version }, true);
      }),
  };
}

const present = (row: ReviewWithNames): Review => ({
  _id: row.id,
  record: row.record_id,
  version: row.version_id,
  number: row.number ?? 0,
  from: row.from_state,
  to: row.to_state,
  comment: row.comment,
  user: { _id: row.user_id, firstname: row.firstname, lastname: row.lastname },
  at: row.at.toISOString(),
});
