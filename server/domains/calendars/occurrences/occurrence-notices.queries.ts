import { sql, type Transaction } from 'kysely';
import type { Day } from '#shared/platform/days.ts';
import type { Executor } from '../../../platform/db/change.ts';
import type { Schema } from '../../../platform/db/schema.ts';

/** Claims the notice of a stage. Of all processes that ask, one gets it, once. */
export async function claimStage(
  trx: Transaction<Schema>,
  occurrence: string,
  dueOn: Day,
  stage: number,
  at: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('occurrence_notices')
    .values({ occurrence_id: occurrence, due_on: dueOn, stage, at })
    .onConflict((conflict) => conflict.columns(['occurrence_id', 'due_on', 'stage']).doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? 0) === 1;
}

/** Due days about which there may be something to tell, of one organization at a time. */
export async function findDueForNotice(
  executor: Executor,
  now: Date,
  limit: number,
): Promise<{ organization: string; ids: string[] } | null> {
  const { rows } = await sql<{ id: string; organization: string }>`
    select o.id, o.organization from occurrences o join calendars c on c.id = o.calendar_id
    where o.tell_on <= (${now}::timestamptz at time zone c.timezone)::date and c.active
    order by o.organization, o.id limit ${limit}
  `.execute(executor);
  const [first] = rows;
  if (!first) return null;
  const { organization } = first;
  return { organization, ids: rows.filter((row) => row.organization === organization).map(({ id }) => id) };
}

export async function setTellOn(trx: Transaction<Schema>, id: string, day: Day | null): Promise<void> {
  await trx.updateTable('occurrences').set({ tell_on: day }).where('id', '=', id).execute();
}

/** Those who administer an organization and whose accounts are in use. */
export async function findAdmins(executor: Executor, organization: string): Promise<string[]> {
  const rows = await executor
    .selectFrom('users')
    .select('id')
    .where('organization', '=', organization)
    .where('is_admin', '=', true)
    .where('enabled', '=', true)
    .execute();
  return rows.map(({ id }) => id);
}
