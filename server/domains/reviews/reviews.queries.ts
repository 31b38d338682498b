import { type Insertable, sql, type Transaction } from 'kysely';
import type { RecordState } from '#shared/access/states.ts';
import type { Executor } from '../../platform/db/change.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { ReviewsTable } from '../../platform/db/tables/documents.ts';
import type { VersionRow } from '../documents/faces/faces.queries.ts';

export type ReviewWithNames = Awaited<ReturnType<typeof listReviews>>[number];

/** The transitions of a record, oldest first. Does not check visibility. */
export function listReviews(
  executor: Executor,
  which: { readonly record: string; readonly publishedOnly?: boolean } | { readonly review: string },
) {
  let query = executor
    .selectFrom('reviews as r')
    .innerJoin('versions as v', 'v.id', 'r.version_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select([
      'r.id',
      'r.record_id',
      'r.version_id',
      'v.number',
      'r.from_state',
      'r.to_state',
      'r.comment',
      'r.user_id',
      'u.firstname',
      'u.lastname',
      'r.at',
    ])
    .orderBy('r.at')
    .orderBy('r.id');
  if ('review' in which) query = query.where('r.id', '=', which.review);
  else {
    query = query.where('r.record_id', '=', which.record);
    if (which.publishedOnly) query = query.where('v.was_published', '=', true);
  }
  return query.execute();
}

export async function insertReview(trx: Transaction<Schema>, row: Insertable<ReviewsTable>): Promise<void> {
  await trx.insertInto('reviews').values(row).execute();
}

/**
 * Compare-and-set of a version's state.
 * @returns the version as it is now, or null where its state was another one already
 */
export async function moveState(
  trx: Transaction<Schema>,
  version: string,
  from: RecordState,
  to: RecordState,
  set: { readonly was_published?: true } = {},
): Promise<VersionRow | null> {
  const row = await trx
    .updateTable('versions')
    .set({ state: to, ...set })
    .where('id', '=', version)
    .where('state', '=', from)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Whether the state of a record was changed after it had this rev, by the audit trail. */
export async function stateChangedSince(executor: Executor, record: string, rev: number): Promise<boolean> {
  const row = await executor
    .selectFrom('audit_events')
    .select('id')
    .where('target_id', '=', record)
    .where('action', '=', 'record.state')
    .where(sql<number>`("after" ->> 'rev')::int`, '>', rev)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ids of the authors of a record. Does not check visibility: callers must have done so. */
export async function findAuthors(executor: Executor, record: string): Promise<string[]> {
  const rows = await executor
    .selectFrom('record_authors')
    .select('user_id')
    .where('record_id', '=', record)
    .execute();
  return rows.map((row) => row.user_id);
}
