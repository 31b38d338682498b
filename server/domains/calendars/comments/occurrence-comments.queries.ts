import { type Insertable, type Selectable, sql, type Transaction } from 'kysely';
import type { RequestAnswer } from '#shared/calendars/comments.schemas.ts';
import type { Executor } from '../../../platform/db/change.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { OccurrenceCommentsTable } from '../../../platform/db/tables/calendars.ts';

export type CommentRow = Selectable<OccurrenceCommentsTable>;

/** What was written about a due day, the oldest first. */
export const findComments = (executor: Executor, occurrence: string): Promise<CommentRow[]> =>
  executor
    .selectFrom('occurrence_comments')
    .selectAll()
    .where('occurrence_id', '=', occurrence)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const insertComment = (
  trx: Transaction<Schema>,
  row: Insertable<OccurrenceCommentsTable>,
): Promise<unknown> => trx.insertInto('occurrence_comments').values(row).execute();

/** The open requests to somebody about some due days: of each the one that was made last. */
export const findOpenRequests = (
  executor: Executor,
  occurrences: readonly string[],
  asks: string,
): Promise<CommentRow[]> =>
  executor
    .selectFrom('occurrence_comments')
    .selectAll()
    .distinctOn('occurrence_id')
    .where('occurrence_id', 'in', occurrences)
    .where('asks', '=', asks)
    .where('answer', 'is', null)
    .orderBy('occurrence_id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Ends somebody's open request about a due day. @returns who had asked, or undefined where there was none */
export async function endRequest(
  trx: Transaction<Schema>,
  occurrence: string,
  asks: string,
  answer: RequestAnswer,
  at: Date,
): Promise<string | undefined> {
  const row = await trx
    .updateTable('occurrence_comments')
    .set({ answer, answered_at: at })
    .where('occurrence_id', '=', occurrence)
    .where('asks', '=', asks)
    .where('answer', 'is', null)
    .returning('author')
    .executeTakeFirst();
  return row?.author;
}

/** Whether somebody has been asked about a due day, and whether that request is still open. */
export async function findAsked(
  executor: Executor,
  occurrence: string,
  user: string,
): Promise<{ ever: boolean; now: boolean }> {
  const row = await executor
    .selectFrom('occurrence_comments')
    .select([
      sql<boolean>`count(*) > 0`.as('ever'),
      sql<boolean>`count(*) filter (where answer is null) > 0`.as('now'),
    ])
    .where('occurrence_id', '=', occurrence)
    .where('asks', '=', user)
    .executeTakeFirstOrThrow();
  return row;
}
