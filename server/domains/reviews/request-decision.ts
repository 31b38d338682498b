import type { z } from 'zod';
import type { LibraryRole } from '#shared/access/roles.ts';
import { canFollow, type RecordState, STATE } from '#shared/access/states.ts';
import type { NotificationType } from '#shared/notifications/notification-types.ts';
import type { reviewRequest } from '#shared/reviews/reviews.schemas.ts';
import { type Actor, hasRole } from '../../platform/actor.ts';
import type { Change } from '../../platform/db/change.ts';
import { ApiError, invalid, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { roleHolders } from '../documents/faces/audience.queries.ts';
import { findSeen } from '../documents/faces/faces.queries.ts';
import { lockWorkingCopy } from '../documents/versions/version-writer.ts';
import { type Notice, notify, type WrittenNotification } from '../notifications/notify.ts';
import { changeState, type StateChange, type StateChanged } from './change-state.ts';
import { insertRequests, kindIn, peopleAsked, type RequestKind } from './review-requests.queries.ts';
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

/**
 * Changes a state as somebody chose it. What then waits for a decision is asked of everybody who decides in the library,
 * as a request that names nobody is; the comment of the transition is its message.
 * @param held whether the choice is one of a batch, whose mails to one person become one
 * @throws as changeState
 */
export async function chooseState(
  change: Change,
  actor: Actor,
  input: StateChange,
  held?: true,
): Promise<StateChanged> {
  const kind = kindIn(input.state);
  if (!kind) return changeState(change, actor, input);
  const { record, version, comment: message } = input;
  // Not locked yet: of two who choose at once, the second is told that the state has changed.
  const group = (await findSeen(change.trx, actor, record))?.record.group_id;
  if (!group) throw notFound();
  const asked = await roleHolders(change.trx, group, KINDS[kind].decides);
  const changed = await changeState(change, actor, { ...input, excludedRecipients: new Set(asked) });
  await ask(change, actor, kind, { record, version, message, asked, held });
  return changed;
}

/** A version that waits to be published from its beginning. */
export interface NewVersion {
  readonly record: string;
  readonly version: string;
  readonly group: string;
}

/** Asks everybody who publishes in their libraries to publish these new documents. */
export async function askToPublish(
  change: Change,
  actor: Actor,
  versions: readonly NewVersion[],
): Promise<void> {
  const { type, decides } = KINDS.publication;
  const notices: Notice[] = [];
  for (const [group, here] of Map.groupBy(versions, (each) => each.group)) {
    const to = await roleHolders(change.trx, group, decides);
    for (const { record, version } of here) notices.push({ type, record, version, to });
  }
  await insertRequests(
    change.trx,
    versions.map((each) => rowOf(change, actor, 'publication', { ...each, message: '' })),
  );
  if (notices.length > 0) await notify(change, actor, notices);
}

interface Request extends RequestBody {
  /** Those whom it asks. */
  readonly asked: readonly string[];
  readonly held?: true | undefined;
}

/**
 * Writes a request and notifies those whom it asks. One to everybody, with no words and no day of its own, asks nobody
 * whom an open one of its kind has asked before.
 */
async function ask(
  change: Change,
  actor: Actor,
  kind: RequestKind,
  request: Request,
): Promise<WrittenNotification[]> {
  const { record, version, to, asked, message, dueOn, held } = request;
  const isPlain = !to && message === '' && !dueOn;
  const before = isPlain ? await peopleAsked(change.trx, version, kind) : [];
  if (before.some((people) => people.length === 0)) return [];
  const told = new Set(before.flat());
  await insertRequests(change.trx, [rowOf(change, actor, kind, request)]);
  const left = asked.filter((user) => !told.has(user));
  return notify(change, actor, [
    { type: KINDS[kind].type, record, version, to: left, comment: message, dueOn, ...(held && { held }) },
  ]);
}

const rowOf = (
  change: Change,
  actor: Actor,
  kind: RequestKind,
  {
    record,
    version,
    to,
    message,
    dueOn,
  }: Pick<RequestBody, 'record' | 'version' | 'to' | 'message' | 'dueOn'>,
) => ({
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
