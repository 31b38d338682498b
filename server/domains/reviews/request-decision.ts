import type { z } from 'zod';
import type { LibraryRole } from '#shared/access/roles.ts';
import { canFollow, type RecordState, STATE } from '#shared/access/states.ts';
import type { NotificationType } from '#shared/notifications/notification-types.ts';
import type { reviewRequest } from '#shared/reviews/reviews.schemas.ts';
import { type Actor, hasRole } from '../../platform/actor.ts';
import type { Change } from '../../platform/db/change.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { roleHolders } from '../documents/faces/audience.queries.ts';
import { lockWorkingCopy } from '../documents/versions/version-writer.ts';
import { notify, type WrittenNotification } from '../notifications/notify.ts';
import { changeState } from './change-state.ts';
import { insertRequest, type RequestKind } from './review-requests.queries.ts';
import { t } from './texts.ts';

type RequestBody = z.output<typeof reviewRequest>;

interface KindRow {
  /** The state in which a version waits for the decision. */
  readonly state: RecordState;
  /** The role that may ask. */
  readonly asks: LibraryRole;
  /** The role whose holders decide, where nobody is named. */
  readonly decides: LibraryRole;
  readonly type: NotificationType;
  readonly action: string;
}

const KINDS: Readonly<Record<RequestKind, KindRow>> = {
  review: {
    state: STATE.pendingReview,
    asks: 'upload',
    decides: 'review',
    type: 'RECORD.REVIEW.REQUEST',
    action: 'review.request',
  },
  publication: {
    state: STATE.pendingPublication,
    asks: 'review',
    decides: 'publish',
    type: 'RECORD.PUBLICATION.REQUEST',
    action: 'publication.request',
  },
};

/**
 * Asks for a review or a publication of the current version. Moves it to the waiting state where the transition table
 * and the role allow, writes the requests with their due day, and notifies those who are asked. A review may be
 * requested in any state (docs/domain/states-and-versions.md); a publication only of what is approved.
 * @throws state_changed, obsolete, transition, forbidden, invalid
 */
export async function requestDecision(
  change: Change,
  actor: Actor,
  kind: RequestKind,
  body: RequestBody,
): Promise<{ state: number; notified: number }> {
  const row = KINDS[kind];
  const { record, face, actor: asking } = await lockWorkingCopy(change, actor, body.record);
  if (body.version !== record.current_version) {
    throw new ApiError('state_changed', {
      state: face.state,
      version: record.current_version,
      rev: record.rev,
    });
  }
  const mayMove = hasRole(asking, record.group_id, row.asks);
  const moves = canFollow(face.state, row.state) && mayMove;
  if (kind === 'review' && face.state === STATE.obsolete) throw new ApiError('obsolete');
  if (kind === 'publication') {
    if (!mayMove) throw new ApiError('forbidden');
    if (!moves && face.state !== row.state) {
      throw new ApiError('transition', { from: face.state, to: row.state });
    }
  }
  const holders = body.to ?? (await roleHolders(change.trx, record.group_id, row.decides));
  const asked = [...new Set(holders)];
  if (moves) {
    await changeState(change, actor, {
      record: record.id,
      version: body.version,
      state: row.state,
      comment: body.message,
      excludedRecipients: new Set(asked),
    });
  }
  const told = await ask(change, actor, kind, { ...body, asked });
  const reached = new Set(told.map((each) => each.user));
  if (body.to?.some((user) => !reached.has(user) && user !== actor.user)) {
    throw invalid('to', t('reader'));
  }
  change.audit({
    action: row.action,
    targetType: 'record',
    targetId: record.id,
    after: {
      version: body.version,
      to: [...reached],
      comment: body.message,
      ...(body.dueOn ? { dueOn: body.dueOn } : {}),
    },
  });
  return { state: moves ? row.state : face.state, notified: told.length };
}

/** Requests the publication from everybody who holds publish. The comment of the transition is the message. */
export const askPublishers = async (
  change: Change,
  actor: Actor,
  about: {
    readonly record: string;
    readonly version: string;
    readonly group: string;
    readonly comment: string;
  },
): Promise<void> => {
  const asked = await roleHolders(change.trx, about.group, KINDS.publication.decides);
  await ask(change, actor, 'publication', { ...about, message: about.comment, asked });
};

async function ask(
  change: Change,
  actor: Actor,
  kind: RequestKind,
  { record, version, to, asked, message, dueOn }: RequestBody & { readonly asked: readonly string[] },
): Promise<WrittenNotification[]> {
  await insertRequest(change.trx, {
    id: newId(),
    organization: actor.organization,
    record_id: record,
    version_id: version,
    kind,
    asked: [...new Set(to ?? [])],
    asked_by: actor.user,
    message,
    due_on: dueOn ?? null,
    created_at: change.at,
    ended_at: null,
  });
  return notify(change, actor, [
    { type: KINDS[kind].type, record, version, to: asked, comment: message, dueOn },
  ]);
}
