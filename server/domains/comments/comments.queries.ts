import type { Insertable, Transaction, Updateable } from 'kysely';
import type { Executor } from '../../platform/db/change.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { CommentsTable } from '../../platform/db/tables/documents.ts';

/** A comment with the number of its version. */
export type CommentRow = Awaited<ReturnType<typeof listComments>>[number];

const withNumbers = (executor: Executor) =>
  executor
    .selectFrom('comments as c')
    .innerJoin('versions as v', 'v.id', 'c.version_id')
    .selectAll('c')
    .select('v.number');

/** The comments of a record, oldest first. Does not check visibility: callers must have done so. */
export const listComments = (executor: Executor, record: string) =>
  withNumbers(executor).where('c.record_id', '=', record).orderBy('c.at').orderBy('c.id').execute();

/** Does not check visibility: callers must have done so. @throws where it is gone */
export const getComment = (executor: Executor, id: string): Promise<CommentRow> =>
  withNumbers(executor).where('c.id', '=', id).executeTakeFirstOrThrow();

/** The record of a comment of the organization, or null. Does not check visibility. */
export async function findCommentedRecord(
  executor: Executor,
  organization: string,
  id: string,
): Promise<string | null> {
  const row = await executor
    .selectFrom('comments')
    .select('record_id')
    .where('organization', '=', organization)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.record_id ?? null;
}

/** How many comments a record has. Lock the record first, so that two calls count one after the other. */
export async function countComments(executor: Executor, record: string): Promise<number> {
  const { count } = await executor
    .selectFrom('comments')
    .select((each) => each.fn.countAll<number>().as('count'))
    .where('record_id', '=', record)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertComment(trx: Transaction<Schema>, row: Insertable<CommentsTable>): Promise<void> {
  await trx.insertInto('comments').values(row).execute();
}

export async function updateComment(
  trx: Transaction<Schema>,
  id: string,
  set: Updateable<CommentsTable>,
): Promise<void> {
  await trx.updateTable('comments').set(set).where('id', '=', id).execute();
}

/** Who wrote in a thread. Does not check visibility: callers must have done so. */
export async function findWriters(executor: Executor, thread: string): Promise<string[]> {
  const rows = await executor
    .selectFrom('comments')
    .select('user_id')
    .where((where) => where.or([where('id', '=', thread), where('parent_id', '=', thread)]))
    .execute();
  return rows.map((row) => row.user_id);
}

/** Whom a comment on a record is told to: its authors and whoever created it. Does not check visibility. */
export async function findCommented(
  executor: Executor,
  record: { readonly id: string; readonly created_by: string },
): Promise<string[]> {
  const rows = await executor
    .selectFrom('record_authors')
    .select('user_id')
    .where('record_id', '=', record.id)
    .execute();
  return [...rows.map((row) => row.user_id), record.created_by];
}
