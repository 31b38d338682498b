import type { Version, VersionCreate } from '#shared/documents/versions.schemas.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Change } from '../../../platform/db/change.ts';
import { ApiError, notFound } from '../../../platform/errors.ts';
import type { Uploads } from '../../../platform/uploads/uploads.ts';
import { findSeen, getRecordLibrary, type SeenRecord, type VersionRow } from '../faces/faces.queries.ts';
import { isShownTo } from '../faces/version-access.ts';
import type { CallMarks } from '../records/records.service.ts';
import { judgeStart, type StartDeps, startVersion } from './start-version.ts';
import { presentVersions } from './version.presenter.ts';
import { findVersion, listVersions, markErrored } from './versions.queries.ts';

export function createVersionsService(deps: StartDeps, uploads: Uploads) {
  const { db, changes } = deps;

  async function present(change: Change, actor: Actor, seen: SeenRecord, row: VersionRow) {
    const [version] = await presentVersions(change.trx, actor, seen, [row]);
    if (!version) throw new ApiError('internal');
    return { version };
  }

  return {
    /** A pending version, based on the one that the edit started from (`POST docs/versions`). */
    create: (actor: Actor, body: VersionCreate, marks: CallMarks): Promise<{ version: Version }> =>
      changes.run(actor, async (change) => {
        const start = await judgeStart(change.trx, deps, actor, body, marks.operation);
        const row = start.made ?? (await startVersion(change, deps, actor, start, body, marks));
        return present(change, actor, start.seen, row);
      }),

    /** Gives a pending version up (docs/protocols/rest.md). Only for its creator. Idempotent. */
    async giveUp(actor: Actor, id: string): Promise<void> {
      const version = await findVersion(db, actor.organization, id);
      if (!version || version.created_by !== actor.user) throw notFound();
      if (version.status === 'ready') throw new ApiError('conflict');
      if (version.status === 'errored') return;
      const errored = await changes.run(actor, async (change) => {
        const rows = await markErrored(change.trx, [id]);
        if (rows.length === 0) return false;
        const group = await getRecordLibrary(change.trx, version.record_id);
        const target = { targetType: 'record', targetId: version.record_id } as const;
        change.audit({ action: 'version.errored', ...target, after: { version: id } });
        change.announce({ kind: 'record.changed', record: version.record_id, group });
        return true;
      });
      if (errored) return uploads.forget([version.key]);
      // It was confirmed meanwhile: it is too late to give it up.
      const now = await findVersion(db, actor.organization, id);
      if (now?.status === 'ready') throw new ApiError('conflict');
    },

    /**
     * What somebody sees of a record's versions, newest first. A failed upload is listed only where it is the record's
     * first version: it is what another try starts from. Any other left nothing behind.
     */
    async list(actor: Actor, record: string): Promise<Version[]> {
      const seen = await findSeen(db, actor, record);
      if (!seen) throw notFound();
      const rows = await listVersions(db, record);
      const hasCurrent = seen.record.current_version !== null;
      return presentVersions(
        db,
        actor,
        seen,
        rows.filter(
          (row) => isShownTo(actor, seen.face.face, row) && !(hasCurrent && row.status === 'errored'),
        ),
      );
    },
  };
}
