import type { z } from 'zod';
import type { authorsUpdate, RecordUpdate, Record as RecordView } from '#shared/documents/records.schemas.ts';
import { isAllowedName } from '#shared/platform/files/refused-kinds.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Change } from '../../../platform/db/change.ts';
import type { Deps } from '../../../platform/deps.ts';
import { ApiError } from '../../../platform/errors.ts';
import { abilities } from '../../access/documents.policy.ts';
import { raiseLibraryAccess } from '../../libraries/library-changes.queries.ts';
import {
  refreshPlacement,
  renameOnDisk,
  touchRecord,
  updateWorkingFace,
  type WorkingMeta,
} from '../faces/face-writer.queries.ts';
import { findSeen, type SeenRecord } from '../faces/faces.queries.ts';
import { limitHiddenNames } from '../faces/hidden-names.ts';
import { freeDiskName } from '../faces/places.queries.ts';
import { lockOpenRecord } from '../lock-records.ts';
import { t } from '../texts.ts';
import { loadLibrary } from './library.queries.ts';
import { rethrowCodeTaken } from './new-record.ts';
import { presentRecord } from './record.presenter.ts';
import { replaceAuthors } from './record-authors.queries.ts';
import { checkAuthors, checkLabels } from './record-drafts.ts';

/** What a person may do to a record that they see. */
export const abilitiesOf = (actor: Actor, { record, face }: SeenRecord) =>
  abilities(actor, {
    face: face.face,
    group: face.group_id,
    authors: face.authors,
    state: face.state,
    ready: face.ready,
    published: record.published_version !== null,
  });

/** The optimistic lock of metadata. @throws rev_changed with what is current */
export async function requireRev(
  change: Change,
  actor: Actor,
  seen: SeenRecord,
  rev: number | undefined,
): Promise<void> {
  if (rev === undefined || rev === seen.record.rev) return;
  throw new ApiError('rev_changed', { current: await presentRecord(change.trx, actor, seen, change.at) });
}

const COLUMNS: Readonly<Record<string, keyof WorkingMeta>> = {
  title: 'title',
  name: 'name',
  notes: 'notes',
  labels: 'labels',
  documentType: 'document_type',
  code: 'code',
  date: 'date',
  issuedOn: 'issued_on',
  validFrom: 'valid_from',
  expiresOn: 'expires_on',
  nextReviewOn: 'next_review_on',
};

function changedMeta(body: RecordUpdate, face: SeenRecord['face']): Partial<WorkingMeta> {
  const changed = Object.entries(COLUMNS).flatMap(([field, column]) => {
    const value = body[field as keyof RecordUpdate];
    return value === undefined || JSON.stringify(value) === JSON.stringify(face[column])
      ? []
      : [[column, value] as const];
  });
  return Object.fromEntries(changed) as Partial<WorkingMeta>;
}

export function createRecordEditService(deps: Deps) {
  const { changes } = deps;

  async function checkMeta(
    change: Change,
    actor: Actor,
    seen: SeenRecord,
    meta: Partial<WorkingMeta>,
  ): Promise<void> {
    if (meta.name !== undefined && !isAllowedName(meta.name)) {
      throw new ApiError('file_kind', { name: t('edit.kind') });
    }
    const { valid_from: from = seen.face.valid_from, expires_on: until = seen.face.expires_on } = meta;
    // Sheets of before may have such days: whoever changes something else is not stopped by them.
    if ((meta.valid_from || meta.expires_on) && from && until && until < from) {
      throw new ApiError('invalid', { [meta.expires_on ? 'expiresOn' : 'validFrom']: t('edit.expiry') });
    }
    if (!meta.labels && !meta.document_type) return;
    const library = await loadLibrary(change.trx, actor, seen.record.group_id, []);
    if (meta.labels) {
      // Labels that the record has already may stay, even where the library does not allow them any more.
      checkLabels(
        library,
        meta.labels.filter((label) => !seen.face.labels.includes(label)),
      );
    }
    if (meta.document_type && !library.types.has(meta.document_type)) {
      throw new ApiError('invalid', { documentType: t('records.type') });
    }
  }

  return {
    update: (caller: Actor, id: string, body: RecordUpdate): Promise<RecordView> =>
      changes.run(caller, async (change) => {
        const seen = await lockOpenRecord(change, caller, id);
        const { seq, actor } = seen;
        const may = abilitiesOf(actor, seen);
        const meta = changedMeta(body, seen.face);
        const narrows = body.scope !== undefined && body.scope !== seen.record.scope;
        // Changing the scope alone requires other roles than changing the metadata
        // (docs/domain/roles-and-visibility.md).
        const scopeAlone = narrows && Object.keys(meta).length === 0;
        if (!may.edit && !scopeAlone) throw new ApiError('forbidden');
        if (narrows && !may.changeScope) throw new ApiError('forbidden', { scope: t('edit.scope') });
        await requireRev(change, actor, seen, body.rev);
        await checkMeta(change, actor, seen, meta);
        if (Object.keys(meta).length > 0)
          await updateWorkingFace(change.trx, id, meta).catch(rethrowCodeTaken);
        if (meta.name !== undefined) {
          const name = await freeDiskName(
            change.trx,
            seen.record.group_id,
            seen.record.folder_id,
            meta.name,
            id,
          );
          await renameOnDisk(change.trx, id, 'working', name);
          const { group_id: group, folder_id: folder } = seen.record;
          await limitHiddenNames(change, actor, [
            { record: id, group, folder, wanted: meta.name, given: name },
          ]);
        }
        const record = await touchRecord(
          change.trx,
          id,
          seq,
          change.at,
          narrows ? { scope: body.scope } : {},
        );
        if (narrows) {
          await refreshPlacement(change.trx, id);
          await raiseLibraryAccess(change.trx, seen.record.group_id);
        }
        change.audit({
          action: 'record.update',
          targetType: 'record',
          targetId: id,
          before: { ...pick(seen.face, Object.keys(meta)), ...(narrows ? { scope: seen.record.scope } : {}) },
          after: { ...meta, ...(narrows ? { scope: body.scope } : {}) },
        });
        change.announce({
          kind: 'record.changed',
          record: id,
          group: record.group_id,
          ...(narrows ? { access: true as const } : {}),
        });
        return again(change, actor, id);
      }),

    setAuthors: (caller: Actor, id: string, body: z.output<typeof authorsUpdate>): Promise<RecordView> =>
      changes.run(caller, async (change) => {
        const seen = await lockOpenRecord(change, caller, id);
        const { seq, actor } = seen;
        if (!abilitiesOf(actor, seen).changeAuthors) throw new ApiError('forbidden');
        await requireRev(change, actor, seen, body.rev);
        checkAuthors(await loadLibrary(change.trx, actor, seen.record.group_id, []), body.authors);
        await replaceAuthors(change.trx, seen.record, body.authors);
        await refreshPlacement(change.trx, id);
        await raiseLibraryAccess(change.trx, seen.record.group_id);
        await touchRecord(change.trx, id, seq, change.at);
        change.audit({
          action: 'record.authors',
          targetType: 'record',
          targetId: id,
          before: { authors: seen.face.authors },
          after: { authors: body.authors },
        });
        change.announce({ kind: 'record.changed', record: id, group: seen.record.group_id, access: true });
        return again(change, actor, id);
      }),
  };
}

/** The record after its change. @throws forbidden where the actor would see it no more: the change is rolled back */
async function again(change: Change, actor: Actor, id: string): Promise<RecordView> {
  const seen = await findSeen(change.trx, actor, id);
  if (!seen) throw new ApiError('forbidden', undefined, { message: t('edit.unseen') });
  return presentRecord(change.trx, actor, seen, change.at);
}

const pick = (face: SeenRecord['face'], columns: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(columns.map((column) => [column, face[column as keyof SeenRecord['face']]]));
