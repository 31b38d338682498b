import type { Executor } from '../../../platform/db/change.ts';

/** Which of these ids are there, of one organization. */
export async function findKnown(
  executor: Executor,
  table: 'users' | 'groups' | 'labels' | 'document_types',
  organization: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await executor
    .selectFrom(table)
    .select('id')
    .where('organization', '=', organization)
    .where('id', 'in', [...ids])
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** The library of a folder of the organization. Does not check visibility: callers must do so. */
export const findFolderLibrary = (
  executor: Executor,
  organization: string,
  folder: string,
): Promise<{ group_id: string } | undefined> =>
  executor
    .selectFrom('folders')
    .select('group_id')
    .where('organization', '=', organization)
    .where('id', '=', folder)
    .executeTakeFirst();

/** These folders of the organization with their libraries, by name. Does not check visibility: callers must do so. */
export const findFolderNames = (executor: Executor, organization: string, folders: readonly string[]) =>
  executor
    .selectFrom('folders as f')
    .innerJoin('groups as g', 'g.id', 'f.group_id')
    .select(['f.id', 'f.name', 'g.id as group', 'g.name as group_name'])
    .where('f.id', 'in', folders)
    .where('f.organization', '=', organization)
    .execute();
