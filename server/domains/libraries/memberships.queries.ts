import type { Insertable, Transaction } from 'kysely';
import type { LibraryRole } from '#shared/access/roles.ts';
import type { Person } from '#shared/platform/primitives.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { GroupMembersTable } from '../../platform/db/tables/organization.ts';

/**
 * Locks a person of the organization to the end of the transaction.
 * @returns who they are; undefined where there is nobody
 */
export const lockPerson = (
  trx: Transaction<Schema>,
  organization: string,
  id: string,
): Promise<Person | undefined> =>
  trx
    .selectFrom('users')
    .select(['id as _id', 'firstname', 'lastname'])
    .where('organization', '=', organization)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Makes somebody a member with these roles, or gives a member these roles. Lock the library first. */
export async function writeMember(
  trx: Transaction<Schema>,
  row: { organization: string; group_id: string; user_id: string; roles: LibraryRole[] },
): Promise<void> {
  await trx
    .insertInto('group_members')
    .values(row)
    .onConflict((conflict) => conflict.columns(['group_id', 'user_id']).doUpdateSet({ roles: row.roles }))
    .execute();
}

/** Writes memberships that are not there yet, in one statement. Lock the libraries first. */
export async function insertMembers(
  trx: Transaction<Schema>,
  rows: readonly Insertable<GroupMembersTable>[],
): Promise<void> {
  await trx.insertInto('group_members').values(rows).execute();
}

/** Takes somebody out of the members of a library. Lock the library first. */
export async function deleteMember(trx: Transaction<Schema>, group: string, user: string): Promise<void> {
  await trx.deleteFrom('group_members').where('group_id', '=', group).where('user_id', '=', user).execute();
}
