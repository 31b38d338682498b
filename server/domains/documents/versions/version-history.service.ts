import { STATE } from '#shared/access/states.ts';
import type { Confirmed } from '#shared/documents/versions.schemas.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Change } from '../../../platform/db/change.ts';
import type { Deps } from '../../../platform/deps.ts';
import { ApiError, notFound } from '../../../platform/errors.ts';
import { canDiscardVersion, canEdit } from '../../access/documents.policy.ts';
import { requireNotHeld } from '../../keeping/held.ts';
import { versionConflict } from '../confirm/confirm-transaction.ts';
import type { VersionRow } from '../faces/faces.queries.ts';
import { findSeenVersion } from '../faces/version-access.ts';
import type { LockedRecord } from '../lock-records.ts';
import { presentConfirmed } from './version.presenter.ts';
import { addReadyVersion, lockWorkingCopy, makeCurrent } from './version-writer.ts';
import {
  findByOperation,
  findTopVersion,
  findVersion,
  lockVersions,
  updateVersion,
} from './versions.queries.ts';

interface Locked {
  readonly locked: LockedRecord;
  readonly version: VersionRow;
}

export function createVersionHistoryService(deps: Deps) {
  const { changes } = deps;

  /** Locks a version's record, and reads the version behind the lock. @throws not_found, forbidden */
  async function lock(change: Change, actor: Actor, id: string, source = false): Promise<Locked> {
    const before = await findSeenVersion(change.trx, actor, id);
    if (before.status !== 'ready') throw notFound();
    const locked = await lockWorkingCopy(change, actor, before.record_id, source ? before : undefined);
    const version = (await lockVersions(change.trx, [id])).get(id);
    if (!version) throw notFound();
    return { locked, version };
  }

  function requireUpload({ actor, record, face }: LockedRecord): void {
    if (!canEdit(actor, { face: face.face, group: record.group_id })) throw new ApiError('forbidden');
  }

  async function answer(change: Change, actor: Actor, version: VersionRow, record: LockedRecord['record']) {
    const shown = await presentConfirmed(change.trx, actor, [version], new Map([[record.id, record]]));
    const confirmed = shown.get(version.id);
    if (!confirmed) throw new ApiError('internal');
    return confirmed;
  }

  /** Makes a new version with the bytes of `id`. */
  function again(
    actor: Actor,
    id: string,
    base: string,
    operation: string | null,
    check: (locked: Locked) => void,
    then: (change: Change) => Promise<void> = async () => undefined,
  ): Promise<Confirmed> {
    return changes.run(actor, async (change) => {
      const { locked, version } = await lock(change, actor, id, true);
      requireUpload(locked);
      const made = operation ? await findByOperation(change.trx, actor.user, operation) : null;
      if (made?.record_id === locked.record.id) return answer(change, actor, made, locked.record);
      check({ locked, version });
      if (locked.face.state === STATE.obsolete) throw new ApiError('obsolete');
      if (base !== locked.record.current_version) {
        const current = await findVersion(
          change.trx,
          actor.organization,
          locked.record.current_version ?? '',
        );
        throw await versionConflict(change.trx, actor, locked.record, current);
      }
      const written = await addReadyVersion(change, actor, {
        locked,
        source: version,
        origin: 'restore',
        operation,
      });
      await then(change);
      return answer(change, actor, written.version, written.record);
    });
  }

  return {
    /** A new version with an old one's bytes, in draft. Compares `base` with what is current. */
    restore: (actor: Actor, id: string, base: string, operation: string | null): Promise<Confirmed> =>
      again(actor, id, base, operation, ({ locked, version }) => {
        // What is current already needs no restoring.
        if (version.id === locked.record.current_version) throw new ApiError('conflict');
      }),

    /** "Usar esta versión": the same with a conflict version's bytes, which settles the conflict. */
    use: (actor: Actor, id: string, base: string, operation: string | null): Promise<Confirmed> =>
      again(
        actor,
        id,
        base,
        operation,
        ({ version }) => {
          if (!version.conflict || version.settled) throw new ApiError('conflict');
        },
        async (change) => {
          await updateVersion(change.trx, id, { settled: true });
        },
      ),

    /** "Mantener esta versión": settles a conflict in favour of what is current. Idempotent. */
    keep: (actor: Actor, id: string): Promise<void> =>
      changes.run(actor, async (change) => {
        const { locked, version } = await lock(change, actor, id);
        requireUpload(locked);
        if (!version.conflict) throw new ApiError('conflict');
        if (version.settled) return;
        await updateVersion(change.trx, id, { settled: true });
        const target = { targetType: 'record', targetId: locked.record.id } as const;
        change.audit({ action: 'version.keep', ...target, after: { version: id } });
        change.announce({
          kind: 'record.changed',
          record: locked.record.id,
          group: locked.record.group_id,
        });
      }),

    /** Discards the current draft: what was before it is current again. Allowed to its author, and to publish. */
    discard: (actor: Actor, id: string): Promise<void> =>
      changes.run(actor, async (change) => {
        const { locked, version } = await lock(change, actor, id);
        const { record } = locked;
        if (!canDiscardVersion(locked.actor, record.group_id, version.created_by))
          throw new ApiError('forbidden');
        if (version.discarded) return;
        if (version.id !== record.current_version) throw new ApiError('conflict');
        if (version.state !== STATE.draft) throw new ApiError('transition');
        await requireNotHeld(change, locked.actor, record.id, 'discard');
        await updateVersion(change.trx, id, { discarded: true });
        const before = await findTopVersion(change.trx, record.id);
        // A record's only version cannot be discarded: the record would have to be deleted.
        if (!before) throw new ApiError('transition');
        await makeCurrent(change, locked, before);
        change.audit({
          action: 'version.discard',
          targetType: 'record',
          targetId: record.id,
          before: { version: id },
          after: { version: before.id, number: before.number },
        });
        change.announce({ kind: 'record.changed', record: record.id, group: record.group_id });
      }),
  };
}
