import { type Insertable, type Selectable, sql, type Transaction } from 'kysely';
import type { Executor } from '../../../platform/db/change.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { OccurrenceUploadsTable } from '../../../platform/db/tables/calendars.ts';

export const insertOccurrenceUpload = (
  trx: Transaction<Schema>,
  row: Insertable<OccurrenceUploadsTable>,
): Promise<unknown> => trx.insertInto('occurrence_uploads').values(row).execute();

/** Whether bytes may still come: an upload that was given up is not pending. */
const isPending = sql<boolean>`exists (
  select from versions v where v.record_id = u.record_id and v.status = 'pending')`;

/** How many documents that were begun as evidence of a due day are on their way. */
export async function countOccurrenceUploads(executor: Executor, occurrence: string): Promise<number> {
  const { count } = await executor
    .selectFrom('occurrence_uploads as u')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('u.occurrence_id', '=', occurrence)
    .where(isPending)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** What was begun with these documents, in the order in which due days are locked. Removes it. */
export async function takeOccurrenceUploads(
  trx: Transaction<Schema>,
  records: readonly string[],
): Promise<Selectable<OccurrenceUploadsTable>[]> {
  if (records.length === 0) return [];
  const rows = await trx
    .deleteFrom('occurrence_uploads')
    .where('record_id', 'in', [...records])
    .returningAll()
    .execute();
  return rows.sort((a, b) => (a.occurrence_id < b.occurrence_id ? -1 : 1));
}

/** The documents that a person has begun as evidence of a due day, by title. */
export async function findOwnUploads(
  executor: Executor,
  occurrence: string,
  user: string,
): Promise<{ _id: string; title: string; stopped: boolean }[]> {
  return executor
    .selectFrom('occurrence_uploads as u')
    .innerJoin('records as r', 'r.id', 'u.record_id')
    .innerJoin('record_faces as f', (join) =>
      join.onRef('f.record_id', '=', 'r.id').on('f.face', '=', 'working'),
    )
    .select(['r.id as _id', 'f.title', sql<boolean>`not ${isPending}`.as('stopped')])
    .where('u.occurrence_id', '=', occurrence)
    .where('u.asked_by', '=', user)
    .where('r.deleted_at', 'is', null)
    .orderBy('r.created_at')
    .orderBy('r.id')
    .execute();
}
