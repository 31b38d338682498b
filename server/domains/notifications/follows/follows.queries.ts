import { type Insertable, type Selectable, sql, type Transaction } from 'kysely';
import type { Followable } from '#shared/notifications/follows.schemas.ts';
import type { Executor } from '../../../platform/db/change.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { FollowsTable } from '../../../platform/db/tables/events.ts';

export type FollowRow = Selectable<FollowsTable>;

/** The column that says what is followed. */
export const FOLLOWED_BY = { record: 'record_id', folder: 'folder_id', group: 'group_id' } as const;

/** What somebody follows, the latest first. Does not check whether they still see it: callers must do so. */
export const listFollows = (executor: Executor, user: string): Promise<FollowRow[]> =>
  executor
    .selectFrom('follows')
    .selectAll()
    .where('user_id', '=', user)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();

/** Locks what somebody follows, so that two that are added at once do not exceed the limit. */
export async function lockFollows(trx: Transaction<Schema>, user: string): Promise<FollowRow[]> {
  await trx.selectFrom('users').select('id').where('id', '=', user).forNoKeyUpdate().execute();
  return listFollows(trx, user);
}

export const insertFollow = (trx: Transaction<Schema>, row: Insertable<FollowsTable>) =>
  trx.insertInto('follows').values(row).execute();

/** @returns whether it was followed */
export async function deleteFollow(
  trx: Transaction<Schema>,
  user: string,
  what: Followable,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('follows')
    .where('user_id', '=', user)
    .where(FOLLOWED_BY[what], '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Who follows this very record, and not only where it lies. Does not check who sees it: `notify` does. */
export async function followersOfItself(executor: Executor, record: string): Promise<string[]> {
  const rows = await executor
    .selectFrom('follows')
    .select('user_id')
    .where('record_id', '=', record)
    .orderBy('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/**
 * Who follows each of these records: itself, a folder that it lies in or below, or its library. Does not check who sees
 * it: `notify` does.
 */
export async function followersOf(
  executor: Executor,
  records: readonly string[],
): Promise<Map<string, string[]>> {
  const ids = [...new Set(records)];
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ record: string; user: string }>`${prepared('followers')}
    with recursive up as (
      select id as record, folder_id as folder from records where id = any(${ids}::uuid[])
      union all
      select up.record, f.parent from up join folders f on f.id = up.folder
    )
    select record_id::text as record, user_id::text as "user" from follows where record_id = any(${ids}::uuid[])
    union
    select up.record::text, w.user_id::text from up join follows w on w.folder_id = up.folder
    union
    select r.id::text, w.user_id::text from records r join follows w on w.group_id = r.group_id
    where r.id = any(${ids}::uuid[])
    order by 1, 2`.execute(executor);
  return new Map(
    [...Map.groupBy(rows, ({ record }) => record)].map(([record, all]) => [
      record,
      all.map(({ user }) => user),
    ]),
  );
}
