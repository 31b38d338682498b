import { type Insertable, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import type { LibraryRole } from '#shared/access/roles.ts';
import type { Viewer } from '#shared/access/visibility.ts';
import type { Member } from '#shared/people/people.schemas.ts';
import { LIBRARY_COUNT_MAX } from '#shared/platform/limits.ts';
import type { Executor } from '../../platform/db/change.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { GroupsTable } from '../../platform/db/tables/organization.ts';
import { listedCondition, visibleFaceCondition } from '../access/visibility.policy.ts';

/** Libraries of an organization, all or some of them. */
export const findGroups = (
  executor: Executor,
  organization: string,
  only: readonly string[] | null,
): Promise<Selectable<GroupsTable>[]> =>
  executor
    .selectFrom('groups')
    .selectAll()
    .where('organization', '=', organization)
    .$if(only !== null, (some) => some.where('id', 'in', [...(only ?? [])]))
    .execute();

export const hasGroup = async (executor: Executor, organization: string, id: string): Promise<boolean> =>
  (await findGroups(executor, organization, [id])).length > 0;

/** Whether all of these are libraries of the organization. */
export const hasGroups = async (
  executor: Executor,
  organization: string,
  ids: readonly string[],
): Promise<boolean> =>
  ids.length === 0 || (await findGroups(executor, organization, ids)).length === ids.length;

/**
 * Locks a library to the end of the transaction against every write in it (nextSeqs) and every other change of its
 * members. @returns whether it is one of the organization
 */
export async function lockGroup(
  trx: Transaction<Schema>,
  organization: string,
  id: string,
): Promise<boolean> {
  const row = await trx
    .selectFrom('groups')
    .select('id')
    .where('organization', '=', organization)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Locks a library for update to the end of the transaction. Waits for writers of it to commit, and makes later ones wait.
 * @returns since when it is archived; undefined where it is gone
 */
export const lockGroupForUpdate = (
  trx: Transaction<Schema>,
  id: string,
): Promise<Pick<Selectable<GroupsTable>, 'archived_at'> | undefined> =>
  trx.selectFrom('groups').select('archived_at').where('id', '=', id).forUpdate().executeTakeFirst();

/** Writes a new library. @returns its row */
export const insertGroup = (
  trx: Transaction<Schema>,
  row: Insertable<GroupsTable>,
): Promise<Selectable<GroupsTable>> =>
  trx.insertInto('groups').values(row).returningAll().executeTakeFirstOrThrow();

/** Writes columns of a library. Lock it first (lockLibrary). */
export async function updateGroup(
  trx: Transaction<Schema>,
  id: string,
  set: Updateable<GroupsTable>,
): Promise<void> {
  await trx.updateTable('groups').set(set).where('id', '=', id).execute();
}

/** Of these labels, each that is there with the libraries that it is for; none means all. */
export const findLabelLibraries = (
  executor: Executor,
  organization: string,
  labels: readonly string[],
): Promise<{ id: string; groups: string[] }[]> =>
  executor
    .selectFrom('labels')
    .select(['id', 'groups'])
    .where('organization', '=', organization)
    .where('id', 'in', [...labels])
    .execute();

/** How many documents a person sees in each library, in one query. Counts at most one more than the limit. */
export async function countSeen(
  executor: Executor,
  viewer: Viewer,
  only: readonly string[] | null,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ group_id: string; seen: number }>`
    select g.id as group_id, counted.seen from groups g cross join lateral (
      select count(*)::int as seen from (
        select 1 from record_faces f
        where f.group_id = g.id and ${visibleFaceCondition(viewer)} and ${listedCondition()}
        limit ${sql.lit(LIBRARY_COUNT_MAX + 1)}) few
    ) counted
    where g.organization = ${viewer.organization}::uuid
      and ${only === null ? sql`true` : sql`g.id = any(${`{${only.join(',')}}`}::uuid[])`}`.execute(executor);
  return new Map(rows.map((row) => [row.group_id, row.seen]));
}

export async function findMembers(executor: Executor, group: string): Promise<Member[]> {
  const rows = await executor
    .selectFrom('group_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.firstname', 'u.lastname', 'm.roles'])
    .where('m.group_id', '=', group)
    .execute();
  return rows.map(({ id, firstname, lastname, roles }) => ({
    user: { _id: id, firstname, lastname },
    roles,
  }));
}

export const findMember = (
  executor: Executor,
  group: string,
  user: string,
): Promise<{ roles: LibraryRole[] } | undefined> =>
  executor
    .selectFrom('group_members')
    .select('roles')
    .where('group_id', '=', group)
    .where('user_id', '=', user)
    .executeTakeFirst();
