import { STATE } from '#shared/access/states.ts';
import type { Viewer } from '#shared/access/visibility.ts';
import { extensionOf } from '#shared/platform/files/file-kinds.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Change } from '../../../platform/db/change.ts';
import { ApiError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { lockBlobs } from '../../../platform/storage/blobs.queries.ts';
import { type FaceRow, getRecord, type RecordRow, type VersionRow } from '../faces/faces.queries.ts';
import { limitHiddenNames } from '../faces/hidden-names.ts';
import { type LockedRecord, lockOpenRecord } from '../lock-records.ts';
import { findWorkingFaces, moveRecords, renameWorkingFile } from './current-versions.queries.ts';
import { findVersion, insertVersion } from './versions.queries.ts';

/**
 * Locks what a change of a record's versions needs, in the one order: hash (where bytes are used again), library,
 * record.
 * @throws not_found where the actor does not see the record; forbidden where they see only what is published; archived
 */
export async function lockWorkingCopy(
  change: Change,
  caller: Actor,
  record: string,
  source?: VersionRow,
): Promise<LockedRecord> {
  const { sha256 = null, size = 0 } = source ?? {};
  const contents = async (): Promise<void> => {
    if (sha256) await lockBlobs(change.trx, [{ sha256, size: size ?? 0 }]);
  };
  const locked = await lockOpenRecord(change, caller, record, { contents });
  if (locked.face.face !== 'working') throw new ApiError('forbidden');
  return locked;
}

/** A record after a change of its versions. */
export interface Written {
  readonly record: RecordRow;
  readonly face: FaceRow;
  readonly version: VersionRow;
}

/** Makes a version of the record its current one, and shows it in the working face. */
export async function makeCurrent(
  change: Change,
  locked: LockedRecord,
  version: VersionRow,
  nextNumber = locked.record.next_number,
): Promise<Written> {
  const { record } = locked;
  await moveRecords(
    change.trx,
    [{ record, current: version, publishedVersion: record.published_version, nextNumber, seq: locked.seq }],
    change.at,
  );
  await followExtension(change, locked.actor, locked.face, version, record.current_version);
  return { ...(await readBack(change, record.id)), version };
}

/**
 * Renames the record where the version's file has another extension: a record called `.docx` that holds a PDF would be
 * opened by the wrong program. Otherwise the record keeps its name, also where its file is of the same kind as before and
 * somebody has renamed the record meanwhile.
 *
 * @param before the version that was current until now
 * @throws rate_limited
 */
export async function followExtension(
  change: Change,
  viewer: Viewer,
  face: Pick<FaceRow, 'record_id' | 'group_id' | 'folder_id' | 'name'>,
  version: Pick<VersionRow, 'name'>,
  before: string | null,
): Promise<void> {
  const extension = extensionOf(version.name);
  if (extensionOf(face.name) === extension) return;
  const replaced = before === null ? undefined : await findVersion(change.trx, viewer.organization, before);
  if (replaced && extensionOf(replaced.name) === extension) return;
  const given = await renameWorkingFile(change.trx, face, version.name);
  const { record_id: record, group_id: group, folder_id: folder } = face;
  await limitHiddenNames(change, viewer, [{ record, group, folder, wanted: version.name, given }]);
}

async function readBack(change: Change, id: string): Promise<{ record: RecordRow; face: FaceRow }> {
  const record = await getRecord(change.trx, id);
  const face = (await findWorkingFaces(change.trx, [id])).get(id);
  if (!face) throw new Error(`record ${id} has no working face`);
  return { record, face };
}

/** A version whose bytes are stored already. */
export interface ReadyVersionInput {
  /** From `lockRecord`, called with `source`. */
  readonly locked: LockedRecord;
  /** The ready version of the same record whose bytes are used again. */
  readonly source: VersionRow;
  readonly origin: 'restore' | 'revert';
  readonly comment?: string;
  /** The call's Idempotency-Key; kept on the version for good. */
  readonly operation?: string | null;
}

/**
 * Adds a version with the bytes of another one, in draft, and makes it current (docs/domain/states-and-versions.md). It
 * serves restore, use, and revert of a published or obsolete record. Only the bytes and the file's name and type are
 * taken over. Writes the audit event and the announcement. The caller has locked the record (`lockRecord` with the
 * source), checked permissions and the base, and writes the review where one is due.
 */
export async function addReadyVersion(
  change: Change,
  actor: Actor,
  input: ReadyVersionInput,
): Promise<Written> {
  const { locked, source } = input;
  const { record } = locked;
  if (source.status !== 'ready' || source.record_id !== record.id || source.sha256 === null) {
    throw new ApiError('conflict');
  }
  const version = await insertVersion(change.trx, {
    id: newId(),
    organization: record.organization,
    record_id: record.id,
    number: record.next_number,
    state: STATE.draft,
    status: 'ready',
    key: newId(),
    name: source.name,
    type: source.type,
    size: source.size,
    sha256: source.sha256,
    comment: input.comment ?? '',
    base: record.current_version,
    origin: input.origin,
    operation: input.operation ?? null,
    created_by: actor.user,
    created_at: change.at,
    ready_at: change.at,
    last_byte_at: null,
    unfinished: source.unfinished,
  });
  const written = await makeCurrent(change, locked, version, record.next_number + 1);
  change.audit({
    action: 'version.add',
    targetType: 'record',
    targetId: record.id,
    before: { version: record.current_version },
    after: { version: version.id, number: version.number, origin: input.origin, source: source.id },
  });
  change.announce({ kind: 'record.changed', record: record.id, group: record.group_id });
  return written;
}
