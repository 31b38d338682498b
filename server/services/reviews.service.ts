import type { z } from 'zod';
import { canFollow, STATE } from '#shared/domain/states.ts';
import type { Review, reviewCreate, reviewRequest } from '#shared/schemas/review.ts';
import { type Actor, hasRole } from '../actor.ts';
import type { Change } from '../db/change.ts';
import type { Deps } from '../deps.ts';
import { ApiError, invalid, notFound } from '../errors.ts';
import { reviewHolders } from '../repositories/audience.ts';
import { findSeen } from '../repositories/faces.ts';
import { listReviews, type ReviewWithNames } from '../repositories/reviews.ts';
import { changeState, type StateChange } from './change-state.ts';
import { notify } from './notify.ts';
import { lockRecord } from './version-writer.ts';

type ReviewRequest = z.output<typeof reviewRequest>;

export interface ReviewsService {
  create(actor: Actor, body: z.output<typeof reviewCreate>): Promise<Review>;
  list(actor: Actor, record: string): Promise<Review[]>;
  /** Asks for a review, and leads the version to pending_review where graph and role allow it. */
  request(actor: Actor, body: ReviewRequest): Promise<{ state: number; notified: number }>;
  /** One item of a batch: the current version, whichever it is. */
  changeCurrent(actor: Actor, item: Omit<StateChange, 'version'>): Promise<void>;
}

export function createReviewsService({ db, changes }: Deps): ReviewsService {
  return {
    create: (actor, body) =>
      changes.run(actor, async (change) => {
        const { review } = await changeState(change, actor, body);
        const [row] = await listReviews(change.trx, { review });
        if (!row) throw new ApiError('internal');
        return present(row);
      }),

    async list(actor, record) {
      const seen = await findSeen(db, actor, record);
      if (!seen) throw notFound();
      const rows = await listReviews(db, { record, publishedOnly: seen.face.face === 'published' });
      return rows.map(present);
    },

    request: (actor, body) => changes.run(actor, (change) => requestReview(change, actor, body)),

    changeCurrent: (actor, item) =>
      changes.run(actor, async (change) => {
        const seen = await findSeen(change.trx, actor, item.record);
        if (!seen) throw notFound();
        const { current_version, published_version } = seen.record;
        // To make obsolete is about what readers are served, whatever draft lies on top of it.
        const version = item.state === STATE.obsolete ? published_version : current_version;
        if (!version) {
          throw new ApiError('transition', { from: seen.face.state, to: item.state });
        }
        await changeState(change, actor, { ...item, version });
      }),
  };
}

async function requestReview(
  change: Change,
  actor: Actor,
  body: ReviewRequest,
): Promise<{ state: number; notified: number }> {
  const { record, face, actor: asking } = await lockRecord(change, actor, body.record);
  if (body.version !== record.current_version) {
    throw new ApiError('state_changed', {
      state: face.state,
      version: record.current_version,
      rev: record.rev,
    });
  }
  if (face.state === STATE.obsolete) throw new ApiError('obsolete');
  const asked = [...new Set(body.to ?? (await reviewHolders(change.trx, record.group_id)))];
  const comment = withDueDay(body.message, body.dueOn);

  const moves = canFollow(face.state, STATE.pendingReview) && hasRole(asking, record.group_id, 'upload');
  if (moves) {
    await changeState(change, actor, {
      record: record.id,
      version: body.version,
      state: STATE.pendingReview,
      comment,
      silentFor: new Set(asked),
    });
  }
  const told = await notify(change, actor, [
    {
      type: 'RECORD.REVIEW.REQUEST',
      record: record.id,
      version: body.version,
      to: asked,
      comment,
    },
  ]);
  const reached = new Set(told.map((each) => each.user));
  if (body.to?.some((user) => !reached.has(user) && user !== actor.user)) {
    throw invalid('to', 'Una de esas personas no puede ver el documento.');
  }
  change.audit({
    action: 'review.request',
    targetType: 'record',
    targetId: record.id,
    after: { version: body.version, to: [...reached], comment },
  });
  return { state: moves ? STATE.pendingReview : face.state, notified: told.length };
}

/** The day until which an answer is hoped for stands in the text, as people write it here. */
function withDueDay(message: string, dueOn: string | undefined): string {
  if (!dueOn) return message;
  const due = `Responder hasta el ${dueOn.split('-').reverse().join('-')}.`;
  return message === '' ? due : `${message}\n${due}`;
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
