import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#shared/access/visibility.ts';
import type { DownloadChoice } from '#shared/documents/versions.schemas.ts';
import type { Executor } from '../../../platform/db/change.ts';
import { listedCondition, visibleFaceCondition } from '../../access/visibility.policy.ts';

/** A document as it goes into a zip: the bytes and the name of the face that the person sees. */
export interface Downloadable {
  readonly record: string;
  readonly folder_id: string | null;
  readonly disk_name: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly sha256: string;
  readonly size: number;
}

function chosen(viewer: Viewer, choice: DownloadChoice): RawBuilder<boolean> {
  if ('records' in choice) return sql`f.record_id = any(${`{${choice.records.join(',')}}`}::uuid[])`;
  // A folder gives what its list shows: readers do not get obsolete documents.
  if ('group' in choice) return sql`f.group_id = ${choice.group}::uuid and ${listedCondition()}`;
  return sql`f.folder_id = any(array(
    with recursive branch as (
      select id from folders where id = ${choice.folder}::uuid and organization = ${viewer.organization}::uuid
      union all select c.id from folders c join branch b on c.parent = b.id
    ) select id from branch)) and ${listedCondition()}`;
}

/** What this person may download now, ordered by name, at most `limit` documents. */
export async function findDownloadable(
  executor: Executor,
  viewer: Viewer,
  choice: DownloadChoice,
  limit: number,
): Promise<Downloadable[]> {
  const { rows } = await sql<Downloadable>`
    select f.record_id as record, f.folder_id, f.disk_name, f.date::text as date, v.sha256, v.size
    from record_faces f join versions v on v.id = f.version_id
    where ${visibleFaceCondition(viewer)} and f.ready and v.status = 'ready' and v.sha256 is not null
      and ${chosen(viewer, choice)}
    order by f.name_sort, f.record_id limit ${sql.lit(limit)}`.execute(executor);
  return rows;
}

/** How many of these records this person sees, with bytes or without. */
export async function countSeen(
  executor: Executor,
  viewer: Viewer,
  records: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from record_faces f
    where f.record_id = any(${`{${records.join(',')}}`}::uuid[]) and ${visibleFaceCondition(viewer)}`.execute(
    executor,
  );
  return rows[0]?.count ?? 0;
}

/**
 * The library of a choice, and the name of the folder that was chosen. Does not check visibility: callers must do so.
 */
export const findDownloadPlace = (
  executor: Executor,
  organization: string,
  choice: Exclude<DownloadChoice, { records: unknown }>,
) =>
  executor
    .selectFrom('groups as g')
    .leftJoin('folders as f', 'f.group_id', 'g.id')
    .select(['g.id', 'g.name', 'f.name as folder'])
    .where('g.organization', '=', organization)
    .$if('folder' in choice, (query) => query.where('f.id', '=', 'folder' in choice ? choice.folder : ''))
    .$if('group' in choice, (query) => query.where('g.id', '=', 'group' in choice ? choice.group : ''))
    .executeTakeFirst();

/**
 * The folders of a library by id, with what names their paths. Does not check visibility: callers must have done so.
 */
export const findDownloadFolders = (executor: Executor, group: string) =>
  executor.selectFrom('folders').select(['id', 'parent', 'name']).where('group_id', '=', group).execute();
