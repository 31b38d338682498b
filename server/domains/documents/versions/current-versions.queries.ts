import { sql, type Transaction } from 'kysely';
import type { Viewer } from '#shared/access/visibility.ts';
import { fileKind } from '#shared/platform/files/file-kinds.ts';
import { clashKey } from '#shared/platform/files/names.ts';
import { sortKey } from '#shared/platform/texts/sort-key.ts';
import type { Executor } from '../../../platform/db/change.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { visibleFaceCondition } from '../../access/visibility.policy.ts';
import { refreshPlaces } from '../faces/face-writer.queries.ts';
import {
  FACE_COLUMNS,
  type FaceRow,
  type RecordRow,
  type SeenRecord,
  type VersionRow,
} from '../faces/faces.queries.ts';
import { freeDiskName } from '../faces/places.queries.ts';

/** The records among these that a person sees, each with the face that the visibility rule chose: two queries. */
export async function findSeenMany(
  executor: Executor,
  viewer: Viewer,
  ids: readonly string[],
): Promise<Map<string, SeenRecord>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const faces: FaceRow[] = await executor
    .selectFrom('record_faces as f')
    .select(FACE_COLUMNS)
    .where('f.record_id', 'in', wanted)
    .where(visibleFaceCondition(viewer))
    .execute();
  const records = await executor.selectFrom('records').selectAll().where('id', 'in', wanted).execute();
  const byId = new Map(records.map((record) => [record.id, record]));
  return new Map(
    faces.flatMap((face) => {
      const record = byId.get(face.record_id);
      return record ? [[record.id, { record, face }] as const] : [];
    }),
  );
}

/** What changes of a record when versions of it become ready, or another one becomes current. */
export interface RecordMove {
  readonly record: RecordRow;
  /** The new current version; null where it does not change (a conflict version came). */
  readonly current: VersionRow | null;
  readonly publishedVersion: string | null;
  readonly nextNumber: number;
  /** The library's seq in this change. */
  readonly seq: number;
}

/** Writes pointers and working faces of many records in two statements, and raises their rev. */
export async function moveRecords(
  trx: Transaction<Schema>,
  moves: readonly RecordMove[],
  at: Date,
): Promise<Map<string, RecordRow>> {
  if (moves.length === 0) return new Map();
  const rows = moves.map(({ record, current, publishedVersion, nextNumber, seq }) => ({
    id: record.id,
    current_version: current?.id ?? record.current_version,
    published_version: publishedVersion,
    next_number: nextNumber,
    seq,
    ...(current && {
      number: current.number,
      state: current.state,
      file_type: current.type,
      file_kind: fileKind(current.name, current.type),
      size: current.size ?? 0,
    }),
  }));
  const json = JSON.stringify(rows);
  await sql`
    update records r
    set current_version = n.current_version, published_version = n.published_version, next_number = n.next_number,
        ready = r.ready or n.current_version is not null, seq = n.seq, rev = r.rev + 1, updated_at = ${at}
    from jsonb_to_recordset(${json}::jsonb)
      as n(id uuid, current_version uuid, published_version uuid, next_number int, seq bigint)
    where r.id = n.id
  `.execute(trx);
  await sql`
    update record_faces f
    set version_id = n.current_version, ready = f.ready or n.current_version is not null,
        number = coalesce(n.number, f.number), state = coalesce(n.state, f.state),
        file_type = coalesce(n.file_type, f.file_type), file_kind = coalesce(n.file_kind, f.file_kind),
        size = coalesce(n.size, f.size), updated_at = ${at}
    from jsonb_to_recordset(${json}::jsonb)
      as n(id uuid, current_version uuid, number int, state int, file_type text, file_kind text, size bigint)
    where f.record_id = n.id and f.face = 'working'
  `.execute(trx);
  const after = await trx
    .selectFrom('records')
    .selectAll()
    .where(
      'id',
      'in',
      moves.map((move) => move.record.id),
    )
    .execute();
  return new Map(after.map((record) => [record.id, record]));
}

/** Working faces as they are now. */
export async function findWorkingFaces(
  executor: Executor,
  records: readonly string[],
): Promise<Map<string, FaceRow>> {
  if (records.length === 0) return new Map();
  const faces: FaceRow[] = await executor
    .selectFrom('record_faces')
    .select(FACE_COLUMNS)
    .where('record_id', 'in', [...new Set(records)])
    .where('face', '=', 'working')
    .execute();
  return new Map(faces.map((face) => [face.record_id, face]));
}

/**
 * Gives the working copy another file name, and so another name on disk. The library must be locked (nextSeqs).
 * @returns the name on disk
 */
export async function renameWorkingFile(
  trx: Transaction<Schema>,
  face: Pick<FaceRow, 'record_id' | 'group_id' | 'folder_id'>,
  name: string,
): Promise<string> {
  const disk = await freeDiskName(trx, face.group_id, face.folder_id, name, face.record_id);
  await trx
    .updateTable('record_faces')
    .set({ name, name_sort: sortKey(name), disk_name: disk, disk_key: clashKey(disk) })
    .where('record_id', '=', face.record_id)
    .where('face', '=', 'working')
    .execute();
  await refreshPlaces(trx, face.record_id);
  return disk;
}
