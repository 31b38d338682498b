import { canFollow, type RecordState, STATE } from '#shared/access/states.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Change } from '../../platform/db/change.ts';
import { ApiError, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { canSetState } from '../access/documents.policy.ts';
import {
  deprecateFace,
  publishFace,
  showVersion,
  touchRecord,
} from '../documents/faces/face-writer.queries.ts';
import type { RecordRow, VersionRow } from '../documents/faces/faces.queries.ts';
import type { LockedRecord } from '../documents/lock-records.ts';
import { addReadyVersion, lockWorkingCopy } from '../documents/versions/version-writer.ts';
import { findVersion } from '../documents/versions/versions.queries.ts';
import { notify } from '../notifications/notify.ts';
import { endRequests } from './review-requests.queries.ts';
import { findAuthors, insertReview, moveState, stateChangedSince } from './reviews.queries.ts';

export interface StateChange {
  readonly record: string;
  readonly version: string;
  readonly state: RecordState;
  readonly comment: string;
  /** The rev of the metadata that the person saw. Compared at commit. */
  readonly rev?: number | undefined;
  /** People who were told already: they get no RECORD.REVIEWED for this change. */
  readonly excludedRecipients?: ReadonlySet<string>;
}

export interface StateChanged {
  readonly review: string;
  /** The version that has the new state. A revert opens a new one. */
  readonly version: VersionRow;
}

/**
 * Changes the state of a version. The transition table and its roles are enforced here and nowhere else. Writes the row
 * in `reviews`, the audit event and the notifications, in the caller's transaction.
 * @throws not_found, forbidden, state_changed, rev_changed, transition
 */
export async function changeState(change: Change, actor: Actor, input: StateChange): Promise<StateChanged> {
  const asked = await findVersion(change.trx, actor.organization, input.version);
  const locked = await lockForState(change, actor, input, asked);
  if (!asked || asked.record_id !== input.record || asked.status !== 'ready') throw notFound();
  if (!canSetState(locked.actor, locked.record.group_id, input.state)) {
    throw new ApiError('forbidden');
  }
  await requireUnchanged(change, locked, asked, input);
  if (!canFollow(asked.state, input.state)) {
    throw new ApiError('transition', { from: asked.state, to: input.state });
  }
  const { version, record } = await write(change, actor, locked, asked, input);
  const review = await recordTransition(change, actor, { version, record, from: asked.state }, input);
  return { review, version };
}

/** A revert uses the bytes again, so their hash is locked first. */
function lockForState(
  change: Change,
  actor: Actor,
  input: StateChange,
  asked: VersionRow | null,
): Promise<LockedRecord> {
  const again = asked && asked.record_id === input.record && isRevert(asked.state, input.state);
  return lockWorkingCopy(change, actor, input.record, again ? asked : undefined);
}

/**
 * Whether this is a revert: from published or obsolete back to draft. It makes a new version with the same bytes; what
 * is published stays.
 */
const isRevert = (from: RecordState, to: RecordState): boolean =>
  to === STATE.draft && (from === STATE.published || from === STATE.obsolete);

/**
 * Compares record, version and state with what the person saw, and the metadata's rev where the caller gives it.
 * @throws state_changed with the state as it is now, rev_changed
 */
async function requireUnchanged(
  change: Change,
  { record, face }: LockedRecord,
  asked: VersionRow,
  input: StateChange,
): Promise<void> {
  const now = { state: face.state, version: record.current_version, rev: record.rev };
  const deprecates = input.state === STATE.obsolete && asked.id === record.published_version;
  if (asked.id !== record.current_version && !deprecates) throw new ApiError('state_changed', now);
  const locked = await findVersion(change.trx, record.organization, asked.id);
  if (locked?.state !== asked.state) throw new ApiError('state_changed', now);
  if (input.rev === undefined || input.rev === record.rev) return;
  const code = (await stateChangedSince(change.trx, record.id, input.rev)) ? 'state_changed' : 'rev_changed';
  throw new ApiError(code, now);
}

async function write(
  change: Change,
  actor: Actor,
  locked: LockedRecord,
  asked: VersionRow,
  input: StateChange,
): Promise<{ version: VersionRow; record: RecordRow }> {
  const { trx, at } = change;
  const id = locked.record.id;
  if (isRevert(asked.state, input.state)) {
    return addReadyVersion(change, actor, {
      locked,
      source: asked,
      origin: 'revert',
      comment: input.comment,
    });
  }
  const publishes = input.state === STATE.published;
  const set = publishes ? ({ was_published: true } as const) : {};
  const version = await moveState(trx, asked.id, asked.state, input.state, set);
  if (!version) throw new ApiError('state_changed', { state: locked.face.state });
  const pointer =
    publishes || input.state === STATE.obsolete ? { published_version: publishes ? asked.id : null } : {};
  const record = await touchRecord(trx, id, locked.seq, at, pointer);
  // A draft on top of the obsolete version stays the current one.
  if (version.id === record.current_version) await showVersion(trx, id, version);
  if (publishes) await publishFace(trx, id);
  if (input.state === STATE.obsolete) await deprecateFace(trx, id, STATE.obsolete);
  change.announce({ kind: 'record.changed', record: id, group: record.group_id });
  return { version, record };
}

async function recordTransition(
  change: Change,
  actor: Actor,
  { version, record, from }: { version: VersionRow; record: RecordRow; from: RecordState },
  input: StateChange,
): Promise<string> {
  const review = newId();
  // A decision answers every open request. What asks for the decision that it waits for now is written after this.
  await endRequests(change.trx, record.id, { version: version.id, state: input.state }, change.at);
  await insertReview(change.trx, {
    id: review,
    organization: record.organization,
    record_id: record.id,
    version_id: version.id,
    from_state: from,
    to_state: input.state,
    comment: input.comment,
    user_id: actor.user,
    at: change.at,
  });
  change.audit({
    action: 'record.state',
    targetType: 'record',
    targetId: record.id,
    before: { state: from },
    after: { state: input.state, version: version.id, comment: input.comment, rev: record.rev },
  });
  const authors = await findAuthors(change.trx, record.id);
  const to = [...authors, record.created_by];
  await notify(change, actor, [
    {
      type: 'RECORD.REVIEWED',
      record: record.id,
      version: version.id,
      to: to.filter((user) => !input.excludedRecipients?.has(user)),
      ...(input.excludedRecipients ? { toldApart: input.excludedRecipients } : {}),
      state: input.state,
      comment: input.comment,
    },
  ]);
  return review;
}
