import { sql, type Transaction } from 'kysely';
import type { Scope } from '#shared/access/scopes.ts';
import type { RetainedUntil } from '#shared/keeping/retention.ts';
import type { Executor } from '../../platform/db/change.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { isRetained, purgeAt, retainedUntil } from '../keeping/bin-rules.queries.ts';
import { heldTables, isHeld } from '../keeping/holds.queries.ts';
import type { BinClock } from './bin.queries.ts';

/* Deleting for good what lies in the bin, and the locks that it takes first. */

/** The time zones of all organizations. */
export async function findTimezones(executor: Executor): Promise<string[]> {
  const rows = await executor
    .selectFrom('organizations')
    .select('timezone')
    .distinct()
    .orderBy('timezone')
    .execute();
  return rows.map(({ timezone }) => timezone);
}

/** Documents of organizations in a time zone whose days in the bin are over and that nothing keeps, oldest first. */
export async function findExpired(
  executor: Executor,
  { at, today }: BinClock,
  timezone: string,
  limit: number,
): Promise<{ id: string; organization: string }[]> {
  const { rows } = await sql<{ id: string; organization: string }>`
    with recursive ${heldTables(null, today)}
    select r.id, r.organization from records r join organizations o on o.id = r.organization
    where o.timezone = ${timezone} and r.deleted_at is not null and ${purgeAt} <= ${at}
      and not ${isRetained(today, null)} and not ${isHeld}
    order by r.deleted_at, r.id limit ${sql.lit(limit)}`.execute(executor);
  return rows;
}

/** Documents of an organization that lay in the bin at a moment and that nothing keeps, oldest first. */
export async function findFree(
  executor: Executor,
  organization: string,
  before: Date,
  { today }: BinClock,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive ${heldTables(organization, today)}
    select r.id from records r
    where r.organization = ${organization}::uuid and r.deleted_at is not null and r.deleted_at <= ${before}
      and not ${isHeld} and not ${isRetained(today, organization)}
    order by r.deleted_at, r.id limit ${sql.lit(limit)}`.execute(executor);
  return rows.map((row) => row.id);
}

export interface BinnedRecord {
  readonly id: string;
  readonly group_id: string;
  readonly folder_id: string | null;
  readonly deleted_at: Date;
  readonly deleted_by: string | null;
  readonly title: string;
  readonly scope: Scope;
  readonly purge_at: Date;
  readonly retained_until: RetainedUntil | null;
}

/** A document in the bin, locked; null where it is not in the bin. Lock its library first. */
export async function findBinnedForUpdate(
  trx: Transaction<Schema>,
  organization: string,
  id: string,
): Promise<BinnedRecord | null> {
  await trx.selectFrom('records').select('id').where('id', '=', id).forUpdate().execute();
  const { rows } = await sql<BinnedRecord>`
    select r.id, r.group_id, r.folder_id, r.deleted_at, r.deleted_by, r.scope, f.title, ${purgeAt} as purge_at,
      ${retainedUntil} as retained_until
    from records r join organizations o on o.id = r.organization
    join record_faces f on f.record_id = r.id and f.face = 'working'
    where r.id = ${id}::uuid and r.organization = ${organization}::uuid and r.deleted_at is not null`.execute(
    trx,
  );
  return rows[0] ?? null;
}

/** Deletes a record with all of its rows, apart from the audit trail. Its bytes are garbage-collected later. */
export async function purgeRecord(trx: Transaction<Schema>, id: string): Promise<void> {
  await trx
    .updateTable('records')
    .set({ current_version: null, published_version: null })
    .where('id', '=', id)
    .execute();
  for (const table of ['reviews', 'notifications', 'record_faces', 'versions', 'record_authors'] as const) {
    await sql`delete from ${sql.table(table)} where record_id = ${id}::uuid`.execute(trx);
  }
  await trx.deleteFrom('records').where('id', '=', id).execute();
}

/** The library of a document in the bin, or null. Does not check visibility: callers must have done so. */
export async function findBinnedLibrary(
  executor: Executor,
  organization: string,
  id: string,
): Promise<string | null> {
  const row = await executor
    .selectFrom('records')
    .select('group_id')
    .where('organization', '=', organization)
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst();
  return row?.group_id ?? null;
}
