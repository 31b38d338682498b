import type { Transaction } from 'kysely';
import type { Executor } from '../../../platform/db/change.ts';
import type { Schema } from '../../../platform/db/schema.ts';

export async function findFeed(executor: Executor, user: string) {
  return executor.selectFrom('calendar_feeds').selectAll().where('user_id', '=', user).executeTakeFirst();
}

/** The person whose feed a secret opens. */
export async function findFeedOwner(executor: Executor, secretHash: string): Promise<string | undefined> {
  const row = await executor
    .selectFrom('calendar_feeds')
    .select('user_id')
    .where('secret_hash', '=', secretHash)
    .executeTakeFirst();
  return row?.user_id;
}

/** Stores a person's address, of which each has one: an earlier one ends. */
export async function putFeed(
  trx: Transaction<Schema>,
  row: { organization: string; user_id: string; secret_hash: string; created_at: Date },
): Promise<void> {
  const set = { secret_hash: row.secret_hash, created_at: row.created_at, last_read_at: null };
  await trx
    .insertInto('calendar_feeds')
    .values({ ...row, last_read_at: null })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(set))
    .execute();
}

export async function deleteFeed(trx: Transaction<Schema>, user: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('calendar_feeds')
    .where('user_id', '=', user)
    .executeTakeFirst();
  return Number(numDeletedRows) === 1;
}

export async function touchFeed(executor: Executor, user: string, at: Date): Promise<void> {
  await executor
    .updateTable('calendar_feeds')
    .set({ last_read_at: at })
    .where('user_id', '=', user)
    .execute();
}
