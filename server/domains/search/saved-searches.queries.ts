import type { Insertable, Selectable, Transaction, Updateable } from 'kysely';
import type { Executor } from '../../platform/db/change.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { SavedSearchesTable } from '../../platform/db/tables/finding.ts';

export type SavedSearchRow = Selectable<SavedSearchesTable>;

/** A person's saved searches, by name. */
export function listSavedSearches(executor: Executor, user: string): Promise<SavedSearchRow[]> {
  return executor
    .selectFrom('saved_searches')
    .selectAll()
    .where('user_id', '=', user)
    .orderBy('name_key')
    .execute();
}

/** Locks a person's saved searches, so that two that are added at once do not exceed the limit. */
export async function lockSavedSearches(trx: Transaction<Schema>, user: string): Promise<SavedSearchRow[]> {
  await trx.selectFrom('users').select('id').where('id', '=', user).forNoKeyUpdate().execute();
  return listSavedSearches(trx, user);
}

export function insertSavedSearch(
  trx: Transaction<Schema>,
  row: Insertable<SavedSearchesTable>,
): Promise<SavedSearchRow> {
  return trx.insertInto('saved_searches').values(row).returningAll().executeTakeFirstOrThrow();
}

export function updateSavedSearch(
  trx: Transaction<Schema>,
  id: string,
  set: Updateable<SavedSearchesTable>,
): Promise<SavedSearchRow> {
  return trx
    .updateTable('saved_searches')
    .set(set)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @returns whether it existed */
export async function deleteSavedSearch(
  trx: Transaction<Schema>,
  user: string,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('saved_searches')
    .where('id', '=', id)
    .where('user_id', '=', user)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
