import type { Selectable, Transaction } from 'kysely';
import type { Viewer } from '#shared/access/visibility.ts';
import type { Executor } from '../../../platform/db/change.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { RecordFacesTable, RecordsTable, VersionsTable } from '../../../platform/db/tables/documents.ts';
import { visibleFaceCondition } from '../../access/visibility.policy.ts';

export type FaceRow = Omit<Selectable<RecordFacesTable>, 'search' | 'search_head'>;
export type RecordRow = Selectable<RecordsTable>;
export type VersionRow = Selectable<VersionsTable>;

/** A record as one person sees it: its own row and the face that the visibility rule chose. */
export interface SeenRecord {
  readonly record: RecordRow;
  readonly face: FaceRow;
}

export const FACE_COLUMNS = [
  'record_id', 'face', 'organization', 'group_id', 'folder_id', 'scope', 'authors', 'created_by', 'ready', 'deleted',
  'version_id', 'number', 'state', 'title', 'name', 'disk_name', 'disk_key', 'notes', 'labels', 'document_type', 'code',
  'date', 'issued_on', 'valid_from', 'expires_on', 'next_review_on', 'file_type', 'file_kind', 'size', 'title_sort',
  'name_sort', 'search_extra', 'updated_at',
] as const; // biome-ignore format: one list, not thirty lines

/** The face of a record that this viewer sees. Returns null when the record is missing or not visible to the viewer. */
export async function findSeen(executor: Executor, viewer: Viewer, id: string): Promise<SeenRecord | null> {
  const face = await executor
    .selectFrom('record_faces as f')
    .modifyFront(prepared('seen_face'))
    .select(FACE_COLUMNS.map((column) => `f.${column}` as const))
    .where('f.record_id', '=', id)
    .where(visibleFaceCondition(viewer))
    .executeTakeFirst();
  if (!face) return null;
  const record = await executor.selectFrom('records').selectAll().where('id', '=', id).executeTakeFirst();
  return record ? { record, face } : null;
}

/** Title and library of those of these records that this viewer sees. */
export async function findSeenTitles(
  executor: Executor,
  viewer: Viewer,
  ids: readonly string[],
): Promise<Map<string, Pick<FaceRow, 'title' | 'group_id'>>> {
  if (ids.length === 0) return new Map();
  const rows = await executor
    .selectFrom('record_faces as f')
    .select(['f.record_id', 'f.title', 'f.group_id'])
    .where('f.record_id', 'in', ids)
    .where(visibleFaceCondition(viewer))
    .execute();
  return new Map(rows.map((row) => [row.record_id, row]));
}

/**
 * The snapshot that readers are served. Does not check visibility: callers must know that the person sees the working
 * copy.
 */
export async function findPublishedFace(executor: Executor, id: string): Promise<FaceRow | null> {
  const face = await executor
    .selectFrom('record_faces as f')
    .select(FACE_COLUMNS.map((column) => `f.${column}` as const))
    .where('f.record_id', '=', id)
    .where('f.face', '=', 'published')
    .executeTakeFirst();
  return face ?? null;
}

/** The library of each of these records that exists in the organization, wherever it is visible or not. */
export async function findRecordPlaces(
  executor: Executor,
  organization: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await executor
    .selectFrom('records')
    .select(['id', 'group_id'])
    .where('organization', '=', organization)
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row.group_id]));
}

/**
 * Locks these records to the end of the transaction, in id order. Lock their libraries first (lockLibraries).
 * @returns the library of each, as it is behind the lock
 */
export async function lockRecordRows(
  trx: Transaction<Schema>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom('records')
    .select(['id', 'group_id'])
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row.group_id]));
}

/**
 * A record that is there, by its id alone. Does not check visibility: callers must have done so.
 * @throws where it is gone
 */
export const getRecord = (executor: Executor, id: string): Promise<RecordRow> =>
  executor.selectFrom('records').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/**
 * The library of a record that is there. Does not check visibility: callers must have done so.
 * @throws where it is gone
 */
export async function getRecordLibrary(executor: Executor, id: string): Promise<string> {
  const row = await executor
    .selectFrom('records')
    .select('group_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.group_id;
}
