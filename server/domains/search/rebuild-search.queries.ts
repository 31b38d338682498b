import { sql, type Transaction } from 'kysely';
import type { Executor } from '../../platform/db/change.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { SearchRebuildTable } from '../../platform/db/tables/finding.ts';
import { EXACT } from '../../platform/text/exact-sql.ts';

type Stage = SearchRebuildTable['stage'];

const isOld = sql`(search is null or not search @@ ${sql.lit(`'${EXACT}'`)}::tsquery)`;

/** The stage that is not finished. Contents come first: a record's vector holds that of its content. */
export async function findStage(executor: Executor): Promise<Stage | null> {
  const row = await executor
    .selectFrom('search_rebuild')
    .select('stage')
    .where('finished', '=', false)
    .orderBy('stage')
    .executeTakeFirst();
  return row?.stage ?? null;
}

/** Locks a stage for this transaction. @returns the last that is done, or null where another process is at it */
export async function lockStage(trx: Transaction<Schema>, stage: Stage): Promise<string | null> {
  const row = await trx
    .selectFrom('search_rebuild')
    .select('after')
    .where('stage', '=', stage)
    .where('finished', '=', false)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row?.after ?? null;
}

/** Notes the last one that is done; null where there are no more. */
export async function noteDone(trx: Transaction<Schema>, stage: Stage, last: string | null): Promise<void> {
  await trx
    .updateTable('search_rebuild')
    .set(last === null ? { finished: true } : { after: last })
    .where('stage', '=', stage)
    .execute();
}

/** The next content after one whose vector is of the first form. */
export async function findOldContent(executor: Executor, after: string): Promise<string | null> {
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from blob_texts where sha256 > ${after} and ${isOld} order by sha256 limit 1`.execute(
    executor,
  );
  return rows[0]?.sha256 ?? null;
}

/** Confirmations of the same content wait for this, and then write a face with the new vector. */
export async function lockContent(trx: Transaction<Schema>, sha256: string): Promise<void> {
  await trx.selectFrom('blobs').select('sha256').where('sha256', '=', sha256).forUpdate().execute();
}

/** The next records after one, in the order of their ids. */
export async function findRecordsAfter(executor: Executor, after: string, limit: number): Promise<string[]> {
  const rows = await executor
    .selectFrom('records')
    .select('id')
    .$if(after !== '', (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Makes the vectors of these records' faces anew, where they are of the first form. Locks the records: a publication that
 * began before is waited for, and may have written a face from the content's former vector.
 */
export async function rebuildFaces(trx: Transaction<Schema>, records: readonly string[]): Promise<void> {
  await trx.selectFrom('records').select('id').where('id', 'in', records).orderBy('id').forUpdate().execute();
  // The trigger makes a vector that was emptied.
  await sql`
    update record_faces set search = null
    where record_id = any(${`{${records.join(',')}}`}::uuid[]) and ${isOld}`.execute(trx);
}
