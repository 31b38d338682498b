import { type Selectable, sql, type Transaction } from 'kysely';
import type { LibraryRole } from '#shared/access/roles.ts';
import type { Viewer } from '#shared/access/visibility.ts';
import { LIBRARY_COUNT_MAX } from '#shared/platform/limits.ts';
import type { Executor } from '../../platform/db/change.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { GroupsTable } from '../../platform/db/tables/organization.ts';
import { listedCondition, visibleFaceCondition } from '../access/visibility.policy.ts';

/* Libraries as their administration reads and writes them. */

export interface CountedLibrary {
  id: string;
  name: string;
  description: string;
  department: string | null;
  department_name: string | null;
  created_at: Date;
  archived_at: Date | null;
  members: number;
  folders: number;
  /** How many documents the viewer sees (at most one more than the limit), and their bytes. */
  records: number;
  size: number;
}

/** All libraries of the viewer's organization with their counters, in one statement. */
export async function countLibraries(executor: Executor, viewer: Viewer): Promise<CountedLibrary[]> {
  const { rows } = await sql<CountedLibrary>`
    select g.id, g.name, g.description, g.department, d.name as department_name, g.created_at, g.archived_at,
      (select count(*)::int from group_members m where m.group_id = g.id) as members,
      (select count(*)::int from folders o where o.group_id = g.id) as folders,
      counted.records, counted.size
    from groups g left join departments d on d.id = g.department
    cross join lateral (
      select count(*)::int as records, coalesce(sum(few.size), 0)::bigint as size from (
        select f.size from record_faces f
        where f.group_id = g.id and ${visibleFaceCondition(viewer)} and ${listedCondition()}
        limit ${sql.lit(LIBRARY_COUNT_MAX + 1)}) few
    ) counted
    where g.organization = ${viewer.organization}::uuid`.execute(executor);
  return rows;
}

export interface LibraryMemberRow {
  id: string;
  firstname: string;
  lastname: string;
  enabled: boolean;
  roles: LibraryRole[];
  /** Whether they are an author of something in this library, in the bin or not. */
  author: boolean;
}

/** Members, ordered by id: libraryRev hashes them in this order. */
export async function findLibraryMembers(executor: Executor, group: string): Promise<LibraryMemberRow[]> {
  const { rows } = await sql<LibraryMemberRow>`
    select u.id, u.firstname, u.lastname, u.enabled, m.roles,
      exists (select 1 from record_authors a join records r on r.id = a.record_id
        where a.user_id = u.id and r.group_id = m.group_id) as author
    from group_members m join users u on u.id = m.user_id
    where m.group_id = ${group}::uuid order by u.id`.execute(executor);
  return rows;
}

/**
 * Locks a library to the end of the transaction, against every write in it and every other change of it.
 * @param gone whether it is about to be deleted: then nothing new may refer to it either
 */
export async function lockLibrary(
  trx: Transaction<Schema>,
  organization: string,
  id: string,
  gone = false,
): Promise<Selectable<GroupsTable> | undefined> {
  const query = trx
    .selectFrom('groups')
    .selectAll()
    .where('organization', '=', organization)
    .where('id', '=', id);
  return (gone ? query.forUpdate() : query.forNoKeyUpdate()).executeTakeFirst();
}

/** What may still use a library, in the order in which a person is told. */
const USES = ['records', 'bin', 'folders', 'labels', 'obligations', 'holds'] as const;
export type LibraryUse = (typeof USES)[number];

/** What keeps a library from being deleted. A label that names other libraries too does not. */
export async function usesOf(executor: Executor, group: string): Promise<LibraryUse[]> {
  const { rows } = await sql<Record<LibraryUse, boolean>>`
    select
      exists (select 1 from records where group_id = ${group}::uuid and deleted_at is null) as records,
      exists (select 1 from records where group_id = ${group}::uuid and deleted_at is not null) as bin,
      exists (select 1 from folders where group_id = ${group}::uuid) as folders,
      exists (select 1 from labels where groups = array[${group}::uuid]) as labels,
      exists (select 1 from obligations where group_id = ${group}::uuid) as obligations,
      exists (
        select 1 from hold_items i join holds h on h.id = i.hold_id
        where i.group_id = ${group}::uuid and h.released_at is null) as holds`.execute(executor);
  const [found] = rows;
  return USES.filter((use) => found?.[use]);
}

/** Deletes a library that nothing uses, with the rows that were only about it. */
export async function deleteLibrary(trx: Transaction<Schema>, group: string): Promise<void> {
  await trx.deleteFrom('compliance_rules').where('group_id', '=', group).execute();
  await trx
    .updateTable('labels')
    .set({ groups: sql<string[]>`array_remove(groups, ${group}::uuid)` })
    .where(sql<boolean>`${group}::uuid = any(groups)`)
    .execute();
  await trx.deleteFrom('groups').where('id', '=', group).execute();
}
