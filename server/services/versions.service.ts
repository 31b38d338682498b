import { STATE } from '#shared/domain/states.ts';
import type { Version, VersionCreate } from '#shared/schemas/version.ts';
import { type Actor, hasRole, requireOpen } from '../actor.ts';
import type { Change } from '../db/change.ts';
import type { Deps } from '../deps.ts';
import { ApiError, invalid, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import { findSeen, type SeenRecord, type VersionRow } from '../repositories/faces.ts';
import {
  findByOperation,
  findVersion,
  insertVersion,
  listVersions,
  markErrored,
} from '../repositories/versions.ts';
import type { Uploads } from '../uploads/uploads.ts';
import { versionConflict } from './confirm-transaction.ts';
import { checkFile } from './record-drafts.ts';
import type { CallMarks, RecordsDeps } from './records.service.ts';
import { uploadRules } from './upload-limit.ts';
import { presentVersions } from './version.presenter.ts';
import { isShownTo } from './version-access.ts';

export type VersionsDeps = Deps & Pick<RecordsDeps, 'spendOperation'>;

export interface VersionsService {
  /** A pending version on the one that the edit started from (api: POST docs/versions). */
  create(actor: Actor, body: VersionCreate, marks: CallMarks): Promise<{ version: Version }>;
  /** Gives a pending version up (spec §8). Its creator only; idempotent. */
  giveUp(actor: Actor, id: string): Promise<void>;
  list(actor: Actor, record: string): Promise<Version[]>;
}

export function createVersionsService(deps: VersionsDeps, uploads: Uploads): VersionsService {
  const { db, changes } = deps;

  async function present(change: Change, actor: Actor, seen: SeenRecord, row: VersionRow) {
    const [version] = await presentVersions(change.trx, actor, seen, [row]);
    if (!version) throw new ApiError('internal');
    return { version };
  }

  return {
    create: (actor, body, marks) =>
      changes.run(actor, async (change) => {
        const { trx } = change;
        const seen = await findSeen(trx, actor, body.record);
        if (!seen) throw notFound();
        requireUpload(actor, seen);
        const made = marks.operation ? await findByOperation(trx, actor.user, marks.operation) : null;
        if (made) {
          if (made.record_id !== body.record) throw new ApiError('idempotency_mismatch');
          return present(change, actor, seen, made);
        }
        checkFile(body.file, await uploadRules(trx, deps.config, actor.organization));
        const base = await findVersion(trx, actor.organization, body.base);
        if (!base || base.record_id !== body.record) throw unknownBase();
        const state = await startingState(change, actor, seen, base, body);
        if (marks.operationToken) {
          const use = { type: 'upload new version', record: body.record, base: body.base } as const;
          await deps.spendOperation(change, actor, marks.operationToken, use);
        }
        const row = await insertVersion(trx, {
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
          base: base.id,
          on_stale: body.onStale,
          origin: body.origin,
          operation: marks.operation,
          created_by: actor.user,
          created_at: change.at,
          ready_at: null,
          last_byte_at: change.at,
        }).catch(runAgainWhereMade);
        change.audit({
          action: 'version.start',
          targetType: 'record',
          targetId: body.record,
          after: { version: row.id, base: base.id, origin: body.origin },
        });
        return present(change, actor, seen, row);
      }),

    async giveUp(actor, id) {
      const version = await findVersion(db, actor.organization, id);
      if (!version || version.created_by !== actor.user) throw notFound();
      if (version.status === 'ready') throw new ApiError('conflict');
      if (version.status === 'errored') return;
      const errored = await changes.run(actor, async (change) => {
        const rows = await markErrored(change.trx, [id]);
        if (rows.length === 0) return false;
        const record = await change.trx
          .selectFrom('records')
          .select('group_id')
          .where('id', '=', version.record_id)
          .executeTakeFirstOrThrow();
        const target = { targetType: 'record', targetId: version.record_id } as const;
        change.audit({ action: 'version.errored', ...target, after: { version: id } });
        change.announce({ kind: 'record.changed', record: version.record_id, group: record.group_id });
        return true;
      });
      if (errored) return uploads.forget([version.key]);
      // Confirmed while we looked: then it is too late to give it up.
      const now = await findVersion(db, actor.organization, id);
      if (now?.status === 'ready') throw new ApiError('conflict');
    },

    async list(actor, record) {
      const seen = await findSeen(db, actor, record);
      if (!seen) throw notFound();
      const rows = await listVersions(db, record);
      return presentVersions(
        db,
        actor,
        seen,
        rows.filter((row) => isShownTo(actor, seen.face.face, row)),
      );
    },
  };
}

function requireUpload(actor: Actor, { record, face }: SeenRecord): void {
  requireOpen(actor, record.group_id);
  if (face.face !== 'working' || !hasRole(actor, record.group_id, 'upload')) throw new ApiError('forbidden');
}

/** The same operation was written by another call in this moment: run again, and find it (changes.run retries 40001). */
function runAgainWhereMade(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === '23505' && constraint === 'versions_operation') {
    throw Object.assign(new Error('made meanwhile'), { code: '40001' });
  }
  throw error;
}

const unknownBase = () => invalid('base', 'Esa versión no es de este documento.');

/**
 * The state that a new version will have, once the base was found good: draft, or pending review where it came by
 * sync. A record whose first version never arrived takes another first one, on the errored or still pending one, in
 * the state that was chosen then: that is how a person tries again.
 */
async function startingState(
  change: Change,
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
    const current = await findVersion(change.trx, actor.organization, record.current_version);
    throw await versionConflict(change.trx, actor, record, current);
  }
  return body.origin === 'sync' ? STATE.pendingReview : STATE.draft;
}
