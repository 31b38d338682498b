import type { Transaction } from 'kysely';
import type { Person } from '#shared/platform/primitives.ts';
import type { Executor } from '../../platform/db/change.ts';
import type { Schema } from '../../platform/db/schema.ts';

/** The time zone of an organization that is there. @throws where it is gone */
export async function getTimezone(executor: Executor, organization: string): Promise<string> {
  const row = await executor
    .selectFrom('organizations')
    .select('timezone')
    .where('id', '=', organization)
    .executeTakeFirstOrThrow();
  return row.timezone;
}

/** These folders are about to be judged: what was remembered of them as stale is forgotten. */
export async function deleteStale(trx: Transaction<Schema>, folders: readonly string[]): Promise<void> {
  await trx.deleteFrom('compliance_stale').where('folder_id', 'in', folders).execute();
}

/**
 * The names of these things by id; those that are gone are missing. Does not check visibility: callers must have done
 * so.
 */
export async function findNames(
  executor: Executor,
  table: 'compliance_places' | 'labels' | 'document_types',
  ids: readonly string[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const found = await executor.selectFrom(table).select(['id', 'name']).where('id', 'in', wanted).execute();
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** These people by id. Does not check visibility: callers must have done so. */
export async function findPeople(executor: Executor, ids: readonly string[]): Promise<Map<string, Person>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const found = await executor
    .selectFrom('users')
    .select(['id as _id', 'firstname', 'lastname'])
    .where('id', 'in', wanted)
    .execute();
  return new Map(found.map((person) => [person._id, person]));
}
