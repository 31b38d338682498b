import { sql } from 'kysely';
import type { Executor } from '../../platform/db/change.ts';
import { newId } from '../../platform/ids.ts';

/** Makes a mark where the newest one is older than this. Two processes may make one each, which does no harm. */
export async function makeMark(executor: Executor, now: Date, afterMs: number): Promise<void> {
  await sql`
    insert into feed_marks (id, at) select ${newId()}::uuid, ${now}::timestamptz
    where not exists (select from feed_marks where at > ${new Date(now.getTime() - afterMs)}::timestamptz)`.execute(
    executor,
  );
}

/** The newest mark; undefined where none was made yet. */
export async function findMark(executor: Executor): Promise<string | undefined> {
  const row = await executor
    .selectFrom('feed_marks')
    .select('id')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

export async function hasMark(executor: Executor, id: string): Promise<boolean> {
  const row = await executor.selectFrom('feed_marks').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}
