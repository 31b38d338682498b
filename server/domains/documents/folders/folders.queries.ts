import { type Insertable, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import type { Viewer } from '#shared/access/visibility.ts';
import { COUNT_EXACT_MAX } from '#shared/platform/limits.ts';
import type { Executor } from '../../../platform/db/change.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { FoldersTable } from '../../../platform/db/tables/documents.ts';
import { listedCondition, visibleFaceCondition } from '../../access/visibility.policy.ts';

export type FolderRow = Selectable<FoldersTable>;

/**
 * How many documents that this person sees lie directly in each folder of a library. Counts at most one more than the
 * limit.
 */
export async function countRecordsByFolder(
  executor: Executor,
  viewer: Viewer,
  group: string,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select d.id, counted.count from folders d cross join lateral (
      select count(*)::int as count from (
        select 1 from record_faces f
        where f.group_id = ${group}::uuid and f.folder_id = d.id
          and ${visibleFaceCondition(viewer)} and ${listedCondition()}
        limit ${sql.lit(COUNT_EXACT_MAX + 1)}) few
    ) counted
    where d.group_id = ${group}::uuid`.execute(executor);
  return new Map(rows.map((row) => [row.id, row.count]));
}

/** The library of a folder of the organization. Does not check visibility: callers must do so. */
export const findFolderLibrary = (
  executor: Executor,
  organization: string,
  id: string,
): Promise<Pick<FolderRow, 'group_id'> | undefined> =>
  executor
    .selectFrom('folders')
    .select('group_id')
    .where('id', '=', id)
    .where('organization', '=', organization)
    .executeTakeFirst();

/** The library of each of these folders. Does not check visibility: callers must do so. */
export async function findFolderLibraries(
  executor: Executor,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await executor
    .selectFrom('folders')
    .select(['id', 'group_id'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row.group_id]));
}

/** A folder by its id alone. Does not check visibility: callers must do so. */
export const findFolder = (executor: Executor, id: string): Promise<FolderRow | undefined> =>
  executor.selectFrom('folders').selectAll().where('id', '=', id).executeTakeFirst();

/** All folders of a library, in no order. Does not check visibility: callers must have done so. */
export const listFolders = (executor: Executor, group: string): Promise<FolderRow[]> =>
  executor.selectFrom('folders').selectAll().where('group_id', '=', group).execute();

/** The folder above one; null at the top of a library, and where there is no such folder. */
export async function findParent(executor: Executor, id: string): Promise<string | null> {
  const row = await executor.selectFrom('folders').select('parent').where('id', '=', id).executeTakeFirst();
  return row?.parent ?? null;
}

/** Whether no folder and no document lies in a folder; what is in the bin does not count. */
export async function isFolderEmpty(executor: Executor, id: string): Promise<boolean> {
  const child = await executor
    .selectFrom('folders')
    .select('id')
    .where('parent', '=', id)
    .limit(1)
    .executeTakeFirst();
  const record = await executor
    .selectFrom('records')
    .select('id')
    .where('folder_id', '=', id)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return !child && !record;
}

/** Writes a new folder. @returns its row */
export const insertFolder = (trx: Transaction<Schema>, row: Insertable<FoldersTable>): Promise<FolderRow> =>
  trx.insertInto('folders').values(row).returningAll().executeTakeFirstOrThrow();

/** Writes new folders in one statement. */
export async function insertFolders(
  trx: Transaction<Schema>,
  rows: readonly Insertable<FoldersTable>[],
): Promise<void> {
  await trx.insertInto('folders').values(rows).execute();
}

/** Writes columns of a folder. Lock its library first. */
export async function updateFolder(
  trx: Transaction<Schema>,
  id: string,
  set: Updateable<FoldersTable>,
): Promise<void> {
  await trx.updateTable('folders').set(set).where('id', '=', id).execute();
}

/** Deletes a folder. Documents that name it still, which are in the bin, come back to the library's root. */
export async function deleteFolder(trx: Transaction<Schema>, id: string): Promise<void> {
  await trx.updateTable('records').set({ folder_id: null }).where('folder_id', '=', id).execute();
  await trx.updateTable('record_faces').set({ folder_id: null }).where('folder_id', '=', id).execute();
  await trx.deleteFrom('folders').where('id', '=', id).execute();
}

/** Tells desktops of a deleted folder: every member of its library was shown it. */
export async function insertFolderTombstone(
  trx: Transaction<Schema>,
  { id, organization, group_id }: Pick<FolderRow, 'id' | 'organization' | 'group_id'>,
  seq: number,
  at: Date,
): Promise<void> {
  const stone = { seq, at, scope: null, authors: [], was_published: true };
  await trx
    .insertInto('tombstones')
    .values({ organization, group_id, node_id: id, kind: 'folder', ...stone })
    .execute();
}
