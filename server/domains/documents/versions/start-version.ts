import { STATE } from '#shared/access/states.ts';
import type { VersionCreate } from '#shared/documents/versions.schemas.ts';
import { type Actor, requireOpen } from '../../../platform/actor.ts';
import type { Change, Executor } from '../../../platform/db/change.ts';
import type { Deps } from '../../../platform/deps.ts';
import { ApiError, invalid, notFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { requireRoom } from '../../../platform/uploads/room.ts';
import { uploadRules } from '../../../platform/uploads/upload-limit.ts';
import { canEdit } from '../../access/documents.policy.ts';
import { versionConflict } from '../confirm/confirm-transaction.ts';
import { findSeen, type SeenRecord, type VersionRow } from '../faces/faces.queries.ts';
import { checkFile } from '../records/record-drafts.ts';
import type { CallMarks, RecordsDeps } from '../records/records.service.ts';
import { t } from '../texts.ts';
import { findByOperation, findVersion, insertVersion } from './versions.queries.ts';

export type StartDeps = Deps & Pick<RecordsDeps, 'spendOperation'>;

/** A version that may be started, and what was read to decide that. */
export interface Start {
  readonly seen: SeenRecord;
  /** The version that the same operation has made before. */
  readonly made: VersionRow | null;
  readonly state: VersionRow['state'];
}

/**
 * Checks whether somebody may start this version. Writes nothing.
 * @throws not_found, idempotency_mismatch, archived, forbidden, too_large, empty_file, file_kind, invalid (the base is
 * no version of the record), obsolete, version_conflict
 */
export async function judgeStart(
  executor: Executor,
  { config }: Deps,
  actor: Actor,
  body: VersionCreate,
  operation: string | null,
): Promise<Start> {
  const seen = await findSeen(executor, actor, body.record);
  if (!seen) throw notFound();
  const made = operation ? await findByOperation(executor, actor.user, operation) : null;
  if (made) {
    if (made.record_id !== body.record) throw new ApiError('idempotency_mismatch');
    return { seen, made, state: made.state };
  }
  requireUpload(actor, seen);
  checkFile(body.file, await uploadRules(executor, config, actor.organization));
  const base = await findVersion(executor, actor.organization, body.base);
  if (!base || base.record_id !== body.record) throw unknownBase();
  return { seen, made, state: await startingState(executor, actor, seen, base, body) };
}

/** Writes the pending version that judgeStart allowed. @throws operation_spent */
export async function startVersion(
  change: Change,
  deps: StartDeps,
  actor: Actor,
  { state }: Start,
  body: VersionCreate,
  marks: CallMarks,
): Promise<VersionRow> {
  if (marks.operationToken) {
    const use = { type: 'upload new version', record: body.record, base: body.base } as const;
    await deps.spendOperation(change, actor, marks.operationToken, use);
  }
  await requireRoom(change.trx, deps, actor, body.file.size ?? 0);
  const row = await insertVersion(change.trx, {
    id: newId(),
    organization: actor.organization,
    record_id: body.record,
    number: null,
    state,
    status: 'pending',
    key: newId(),
    name: body.file.name,
    type: body.file.type,
    size: null,
    sha256: null,
    comment: body.comment,
    base: body.base,
    on_stale: body.onStale,
    origin: body.origin,
    operation: marks.operation,
    created_by: actor.user,
    created_at: change.at,
    ready_at: null,
    last_byte_at: change.at,
    unfinished: body.file.unfinished ?? null,
    announced: body.file.size ?? null,
  }).catch(runAgainWhereMade);
  change.audit({
    action: 'version.start',
    targetType: 'record',
    targetId: body.record,
    after: { version: row.id, base: body.base, origin: body.origin },
  });
  return row;
}

function requireUpload(actor: Actor, { record, face }: SeenRecord): void {
  requireOpen(actor, record.group_id);
  if (!canEdit(actor, { face: face.face, group: record.group_id })) throw new ApiError('forbidden');
}

/** Another call has just written the same operation. The change runs again (changes.run retries 40001) and finds it. */
function runAgainWhereMade(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === '23505' && constraint === 'versions_operation') {
    throw Object.assign(new Error('made meanwhile'), { code: '40001' });
  }
  throw error;
}

export const unknownBase = () => invalid('base', t('versions.foreign'));

/**
 * The state of a new version whose base is good: draft, or pending review where a desktop sent it. Where a record's
 * first version never arrived, a new first version may be based on the errored or pending one, and has the state that
 * was chosen then. That is how a person tries again.
 */
async function startingState(
  executor: Executor,
  actor: Actor,
  seen: SeenRecord,
  base: VersionRow,
  body: VersionCreate,
): Promise<VersionRow['state']> {
  const { record } = seen;
  if (record.current_version === null) {
    if (base.created_by !== actor.user) throw unknownBase();
    return base.state;
  }
  if (base.status !== 'ready') throw unknownBase();
  if (seen.face.state === STATE.obsolete) throw new ApiError('obsolete');
  if (base.id !== record.current_version && body.onStale === 'refuse') {
    const current = await findVersion(executor, actor.organization, record.current_version);
    throw await versionConflict(executor, actor, record, current);
  }
  return body.origin === 'sync' ? STATE.pendingReview : STATE.draft;
}
