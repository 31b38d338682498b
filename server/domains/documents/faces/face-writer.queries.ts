import { type Insertable, sql, type Transaction, type Updateable } from 'kysely';
import type { Face } from '#shared/access/visibility.ts';
import { fileKind } from '#shared/platform/files/file-kinds.ts';
import { clashKey } from '#shared/platform/files/names.ts';
import { sortKey } from '#shared/platform/texts/sort-key.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { RecordFacesTable, RecordsTable } from '../../../platform/db/tables/documents.ts';
import { FACE_COLUMNS, type FaceRow, type RecordRow, type VersionRow } from './faces.queries.ts';
import { takePlaces } from './places.queries.ts';

/** The part of the working copy that a person may write. */
export type WorkingMeta = Pick<
  FaceRow,
  | 'title' | 'name' | 'notes' | 'labels' | 'document_type' | 'code' | 'date'
  | 'issued_on' | 'valid_from' | 'expires_on' | 'next_review_on'
>; // biome-ignore format: read as a table

/** Columns that are computed from others. */
function derived(meta: Partial<WorkingMeta>): Updateable<RecordFacesTable> {
  return {
    ...(meta.title === undefined ? {} : { title_sort: sortKey(meta.title) }),
    ...(meta.name === undefined ? {} : { name_sort: sortKey(meta.name) }),
  };
}

/** Names of labels and authors: search finds a document by them too. */
async function searchExtra(
  trx: Transaction<Schema>,
  labels: readonly string[],
  authors: readonly string[],
): Promise<string> {
  const names: string[] = [];
  if (labels.length > 0) {
    const rows = await trx
      .selectFrom('labels')
      .select('name')
      .where('id', 'in', [...labels])
      .execute();
    names.push(...rows.map((row) => row.name));
  }
  if (authors.length > 0) {
    const rows = await trx
      .selectFrom('users')
      .select(['firstname', 'lastname'])
      .where('id', 'in', [...authors])
      .execute();
    names.push(...rows.map((row) => `${row.firstname} ${row.lastname}`));
  }
  return names.join(' ');
}

/** A working face. Ready where its bytes have arrived. The caller has computed `search_extra`. */
export type NewFace = WorkingMeta & {
  record: Pick<
    RecordRow,
    'id' | 'organization' | 'group_id' | 'folder_id' | 'scope' | 'created_by' | 'updated_at'
  >;
  authors: readonly string[];
  disk_name: string;
  file_type: string;
  state: FaceRow['state'];
  search_extra: string;
} & Partial<Pick<FaceRow, 'ready' | 'version_id' | 'number' | 'size'>>;

/** Writes the working faces of new records in one statement. Returns them in no order. */
export async function insertWorkingFaces(
  trx: Transaction<Schema>,
  faces: readonly NewFace[],
): Promise<FaceRow[]> {
  const rows = faces.map(
    ({ record, authors, ...meta }): Insertable<RecordFacesTable> => ({
      ready: false,
      version_id: null,
      number: null,
      size: 0,
      ...meta,
      record_id: record.id,
      face: 'working',
      organization: record.organization,
      group_id: record.group_id,
      folder_id: record.folder_id,
      scope: record.scope,
      authors: [...authors],
      created_by: record.created_by,
      deleted: false,
      disk_key: clashKey(meta.disk_name),
      file_kind: fileKind(meta.name, meta.file_type),
      title_sort: sortKey(meta.title),
      name_sort: sortKey(meta.name),
      updated_at: record.updated_at,
    }),
  );
  return trx.insertInto('record_faces').values(rows).returning(FACE_COLUMNS).execute();
}

/** Writes the name on disk of one face. Takes no place: call refreshPlaces once all faces have theirs. */
export async function updateDiskName(
  trx: Transaction<Schema>,
  record: string,
  face: Face,
  name: string,
): Promise<void> {
  await trx
    .updateTable('record_faces')
    .set({ disk_name: name, disk_key: clashKey(name) })
    .where('record_id', '=', record)
    .where('face', '=', face)
    .execute();
}

/** Gives a face another name on disk, and reserves it in the record's folder. */
export async function renameOnDisk(
  trx: Transaction<Schema>,
  record: string,
  face: Face,
  name: string,
): Promise<void> {
  await updateDiskName(trx, record, face, name);
  await refreshPlaces(trx, record);
}

/** Edits the working copy. The caller has checked `rev` and raises it (touchRecord). */
export async function updateWorkingFace(
  trx: Transaction<Schema>,
  record: string,
  meta: Partial<WorkingMeta>,
): Promise<void> {
  await trx
    .updateTable('record_faces')
    .set({ ...meta, ...derived(meta) })
    .where('record_id', '=', record)
    .where('face', '=', 'working')
    .execute();
  if (meta.labels) await refreshSearchExtra(trx, record);
}

/** Writes the current version into the working face: the record's state is its current version's. */
export async function showVersion(
  trx: Transaction<Schema>,
  record: string,
  version: VersionRow,
): Promise<void> {
  await trx
    .updateTable('record_faces')
    .set({
      version_id: version.id,
      number: version.number,
      state: version.state,
      file_type: version.type,
      file_kind: fileKind(version.name, version.type),
      size: version.size ?? 0,
      ready: true,
    })
    .where('record_id', '=', record)
    .where('face', '=', 'working')
    .execute();
}

/** Takes the snapshot that readers are served: the working metadata as they are, with the version that was published. */
export async function publishFace(trx: Transaction<Schema>, record: string): Promise<void> {
  await trx
    .deleteFrom('record_faces')
    .where('record_id', '=', record)
    .where('face', '=', 'published')
    .execute();
  await sql`
    insert into record_faces (${sql.join(FACE_COLUMNS.map((column) => sql.ref(column)))})
    select ${sql.join(FACE_COLUMNS.map((column) => (column === 'face' ? sql`'published'` : sql.ref(column))))}
    from record_faces where record_id = ${record}::uuid and face = 'working'
  `.execute(trx);
  await refreshPlaces(trx, record);
}

/** Marks the published snapshot obsolete. Readers then find it only when their filter asks for that state. */
export async function deprecateFace(
  trx: Transaction<Schema>,
  record: string,
  state: FaceRow['state'],
): Promise<void> {
  await trx
    .updateTable('record_faces')
    .set({ state })
    .where('record_id', '=', record)
    .where('face', '=', 'published')
    .execute();
}

/**
 * Copies place, scope, authors, readiness and deletion from the record to both faces. No other function writes them
 * there: call it after each change of one of them.
 */
export async function refreshPlacement(trx: Transaction<Schema>, record: string): Promise<void> {
  await sql`
    update record_faces f
    set group_id = r.group_id, folder_id = r.folder_id, scope = r.scope, ready = r.ready,
        deleted = r.deleted_at is not null,
        authors = array(select a.user_id from record_authors a where a.record_id = r.id order by a.position)
    from records r where r.id = f.record_id and r.id = ${record}::uuid
  `.execute(trx);
  await refreshSearchExtra(trx, record);
}

async function refreshSearchExtra(trx: Transaction<Schema>, record: string): Promise<void> {
  const faces = await trx
    .selectFrom('record_faces')
    .select(['face', 'labels', 'authors', 'search_extra'])
    .where('record_id', '=', record)
    .execute();
  for (const face of faces) {
    const extra = await searchExtra(trx, face.labels, face.authors);
    if (extra === face.search_extra) continue;
    await trx
      .updateTable('record_faces')
      .set({ search_extra: extra })
      .where('record_id', '=', record)
      .where('face', '=', face.face)
      .execute();
  }
}

/** Reserves the names of both faces in the record's folder. */
export async function refreshPlaces(trx: Transaction<Schema>, record: string): Promise<void> {
  const rows = await trx
    .selectFrom('record_faces')
    .select(['disk_name', 'group_id', 'folder_id'])
    .where('record_id', '=', record)
    .execute();
  const [first] = rows;
  if (first)
    await takePlaces(
      trx,
      record,
      first.group_id,
      first.folder_id,
      rows.map((row) => row.disk_name),
    );
}

/** Raises the record's rev and seq. Every change of a record must call it. */
export async function touchRecord(
  trx: Transaction<Schema>,
  record: string,
  seq: number,
  at: Date,
  set: Updateable<RecordsTable> = {},
): Promise<RecordRow> {
  const row = await trx
    .updateTable('records')
    .set({ ...set, seq, updated_at: at, rev: sql<number>`rev + 1` })
    .where('id', '=', record)
    .returningAll()
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('record_faces')
    .set({ updated_at: at })
    .where('record_id', '=', record)
    .where('face', '=', 'working')
    .execute();
  return row;
}
