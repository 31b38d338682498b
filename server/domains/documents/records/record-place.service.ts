import { STATE } from '#shared/access/states.ts';
import type { Viewer } from '#shared/access/visibility.ts';
import { type Actor, requireOpen } from '../../../platform/actor.ts';
import type { Change } from '../../../platform/db/change.ts';
import type { Deps } from '../../../platform/deps.ts';
import { ApiError, notFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { canMove } from '../../access/documents.policy.ts';
import { holdsOverRecord, keepHoldsAfterMove, requireNotHeld } from '../../keeping/held.ts';
import { hasGroup } from '../../libraries/groups.queries.ts';
import { leaveLibrary, returnToLibrary } from '../../libraries/library-changes.queries.ts';
import { recordPlaced } from '../documents.hooks.ts';
import {
  refreshPlacement,
  refreshPlaces,
  touchRecord,
  updateDiskName,
} from '../faces/face-writer.queries.ts';
import type { SeenRecord } from '../faces/faces.queries.ts';
import { limitHiddenNames } from '../faces/hidden-names.ts';
import { freeDiskName, leavePlaces, type NamedFile } from '../faces/places.queries.ts';
import { type LockedRecord, lockOpenRecord, lockRecord } from '../lock-records.ts';
import { t } from '../texts.ts';
import { type Library, loadLibrary } from './library.queries.ts';
import { replaceAuthors } from './record-authors.queries.ts';
import { abilitiesOf, requireRev } from './record-edit.service.ts';
import { findFaceLabels, findFaceNames, returnToDraft, updateFaceLabels } from './record-place.queries.ts';

export interface MoveTarget {
  readonly group: string;
  readonly folder: string | null;
}

export function createRecordPlaceService(deps: Deps) {
  const { changes } = deps;
  return {
    /** Moves one record within its library or to another. */
    move: (caller: Actor, id: string, target: MoveTarget, rev?: number): Promise<void> =>
      changes.run(caller, async (change) => {
        const seen = await lockForMove(change, caller, id, target.group);
        const { seqs, actor } = seen;
        await requireRev(change, actor, seen, rev);
        const library = await loadLibrary(
          change.trx,
          actor,
          target.group,
          target.folder === null ? [] : [target.folder],
        );
        if (target.folder !== null && !library.folders.has(target.folder)) {
          throw new ApiError('invalid', { folder: t('place.folder') });
        }
        const from = seen.record;
        for (const group of [from.group_id, target.group]) requireOpen(actor, group);
        if (from.group_id === target.group && from.folder_id === target.folder) return;
        const placed = { group: from.group_id, published: from.published_version !== null };
        if (!canMove(actor, placed, target.group)) throw new ApiError('forbidden');
        const seq = seqs.get(target.group) ?? 0;
        const holds = await holdsOverRecord(change, actor, id);
        await leavePlaces(change.trx, id);
        await touchRecord(change.trx, id, seq, change.at, {
          group_id: target.group,
          folder_id: target.folder,
        });
        if (from.group_id !== target.group) {
          await adaptToLibrary(change, actor, seen, library);
          await leaveLibrary(
            change.trx,
            { record: seen.record, authors: seen.face.authors },
            seqs.get(from.group_id) ?? 0,
            change.at,
          );
          await returnToLibrary(change.trx, target.group, id);
        }
        await refreshPlacement(change.trx, id);
        await renewDiskNames(change, actor, id, target);
        await keepHoldsAfterMove(change, actor, { record: id }, holds);
        change.audit({
          action: 'record.move',
          targetType: 'record',
          targetId: id,
          before: { group: from.group_id, folder: from.folder_id },
          after: { group: target.group, folder: target.folder },
        });
        await change.tell(recordPlaced, { actor, record: id, by: 'move', ...target });
        change.announce({ kind: 'record.changed', record: id, group: target.group });
        if (from.group_id !== target.group)
          change.announce({ kind: 'record.changed', record: id, group: from.group_id });
      }),

    /**
     * Moves a record to the bin, and remembers its folder.
     * @param why runs behind the locks: it throws to refuse, or returns what the audit event says in addition
     */
    remove: (caller: Actor, id: string, why?: (change: Change) => Promise<object>): Promise<void> =>
      changes.run(caller, async (change) => {
        const seen = await lockOpenRecord(change, caller, id);
        const { seq, actor } = seen;
        if (!abilitiesOf(actor, seen).remove) throw new ApiError('forbidden');
        await requireNotHeld(change, actor, id);
        const after = await why?.(change);
        await touchRecord(change.trx, id, seq, change.at, { deleted_at: change.at, deleted_by: actor.user });
        await leavePlaces(change.trx, id);
        await leaveLibrary(change.trx, { record: seen.record, authors: seen.face.authors }, seq, change.at);
        await refreshPlacement(change.trx, id);
        change.audit({
          action: 'record.delete',
          targetType: 'record',
          targetId: id,
          before: { title: seen.face.title, group: seen.record.group_id, folder: seen.record.folder_id },
          ...(after && { after }),
        });
        const { group_id: group, folder_id: folder } = seen.record;
        await change.tell(recordPlaced, { actor, record: id, by: 'deletion', group, folder });
        change.announce({ kind: 'record.changed', record: id, group });
      }),
  };
}

export type RecordPlaceService = ReturnType<typeof createRecordPlaceService>;

/** Locks the record with its own library and the one that it goes to. @throws not_found where either is not to be seen */
async function lockForMove(change: Change, caller: Actor, id: string, target: string): Promise<LockedRecord> {
  // Not there, or not to be seen: the caller cannot tell which (loadLibrary says the same of one that they are not in).
  if (!(await hasGroup(change.trx, caller.organization, target))) throw notFound();
  return lockRecord(change, caller, id, { libraries: [target] });
}

/** Drops labels and authors that do not belong to the new library. A working state other than draft becomes draft. */
async function adaptToLibrary(
  change: Change,
  actor: Actor,
  seen: SeenRecord,
  library: Library,
): Promise<void> {
  const { trx } = change;
  const id = seen.record.id;
  for (const { face, labels } of await findFaceLabels(trx, id)) {
    const kept = labels.filter((label) => library.labels.has(label));
    await updateFaceLabels(trx, id, face, kept);
  }
  const authors = seen.face.authors.filter((author) => library.members.has(author));
  await replaceAuthors(trx, seen.record, authors.length > 0 ? authors : [actor.user]);

  const current = seen.record.current_version;
  if (current === null || current === seen.record.published_version || seen.face.state === STATE.draft)
    return;
  await returnToDraft(trx, id, current, {
    id: newId(),
    organization: seen.record.organization,
    record_id: id,
    version_id: current,
    from_state: seen.face.state,
    to_state: STATE.draft,
    comment: t('place.moved'),
    user_id: actor.user,
    at: change.at,
  });
}

/** Gives each face a name that is free in its new folder. @throws rate_limited */
export async function renewDiskNames(
  change: Change,
  viewer: Viewer,
  id: string,
  target: MoveTarget,
): Promise<void> {
  const renamed: NamedFile[] = [];
  for (const { face, disk_name } of await findFaceNames(change.trx, id)) {
    const free = await freeDiskName(change.trx, target.group, target.folder, disk_name, id);
    if (free === disk_name) continue;
    renamed.push({ record: id, ...target, wanted: disk_name, given: free });
    await updateDiskName(change.trx, id, face, free);
  }
  // This comes last: with one of two faces renamed, the other one's old name would still be reserved.
  await refreshPlaces(change.trx, id);
  await limitHiddenNames(change, viewer, renamed);
}
