import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Day } from '#shared/domain/days.ts';
import { TIME_ZONE } from '#shared/domain/limits.ts';
import type { Scope } from '#shared/domain/scopes.ts';
import type { RecordState } from '#shared/domain/states.ts';
import type { Named } from '#shared/schemas/primitives.ts';
import type { Executor } from '../db/change.ts';
import type { Schema } from '../db/schema.ts';
import { heldTables, holdsOverRecord, isHeld } from './holds.ts';

export interface BinRow {
  readonly id: string;
  readonly group_id: string;
  readonly group_name: string;
  readonly folder_id: string | null;
  readonly folder_name: string | null;
  readonly scope: Scope;
  readonly authors: string[];
  readonly created_by: string;
  readonly ready: boolean;
  readonly published: boolean;
  readonly title: string;
  readonly name: string;
  readonly file_type: string;
  readonly state: RecordState;
  readonly size: number;
  readonly deleted_at: Date;
  readonly deleted_by: string | null;
  readonly firstname: string | null;
  readonly lastname: string | null;
  readonly purge_at: Date;
  readonly retained_until: Date | null;
  readonly holds: Named[];
}

/**
 * Until when a document must be kept: the retention years of its document type, of either face, from its own day or
 * from when it came here, whichever is later.
 */
const retainedUntil = sql<Date | null>`(
  select max((greatest(f.date, (r.created_at at time zone ${sql.lit(TIME_ZONE)})::date)
    + make_interval(years => t.retention_years))::timestamp at time zone ${sql.lit(TIME_ZONE)})
  from record_faces f join document_types t on t.id = f.document_type
  where f.record_id = r.id and t.retention_years is not null)`;

const purgeAt = (days: number): RawBuilder<Date> =>
  sql`r.deleted_at + make_interval(days => coalesce((o.settings ->> 'binDays')::int, ${sql.lit(days)}))`;

const holdsHere = sql<Named[]>`(
  select coalesce(json_agg(json_build_object('_id', h.id, 'name', h.name) order by h.placed_at, h.id), '[]')
  from ${holdsOverRecord} o join holds h on h.id = o.hold_id)`;

/** What lies in an organization's bin, last deleted first. */
export async function findBin(
  executor: Executor,
  organization: string,
  days: number,
  page: { after: { at: string; id: string } | null; limit: number; today: Day },
): Promise<BinRow[]> {
  const { after, limit, today } = page;
  const { rows } = await sql<BinRow>`
    with recursive ${heldTables(organization, today)}
    select r.id, r.group_id, g.name as group_name, r.folder_id, d.name as folder_name, r.scope, f.authors, r.created_by,
      r.ready, exists(select 1 from record_faces p where p.record_id = r.id and p.face = 'published') as published,
      f.title, f.name, f.file_type, f.state, f.size, r.deleted_at, r.deleted_by, u.firstname, u.lastname,
      ${purgeAt(days)} as purge_at, ${retainedUntil} as retained_until, ${holdsHere} as holds
    from records r
    join organizations o on o.id = r.organization
    join groups g on g.id = r.group_id
    join record_faces f on f.record_id = r.id and f.face = 'working'
    left join folders d on d.id = r.folder_id
    left join users u on u.id = r.deleted_by
    where r.organization = ${organization}::uuid and r.deleted_at is not null
      ${after ? sql`and (date_trunc('milliseconds', r.deleted_at), r.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by date_trunc('milliseconds', r.deleted_at) desc, r.id desc limit ${sql.lit(limit)}`.execute(
    executor,
  );
  return rows;
}

/** Documents whose time in the bin is over at a moment, and that nothing keeps; the oldest first. */
export async function findExpired(
  executor: Executor,
  now: Date,
  today: Day,
  days: number,
  limit: number,
): Promise<{ id: string; organization: string }[]> {
  const { rows } = await sql<{ id: string; organization: string }>`
    with recursive ${heldTables(null, today)}
    select r.id, r.organization from records r join organizations o on o.id = r.organization
    where r.deleted_at is not null and ${purgeAt(days)} <= ${now}
      and coalesce(${retainedUntil} <= ${now}, true) and not ${isHeld}
    order by r.deleted_at, r.id limit ${sql.lit(limit)}`.execute(executor);
  return rows;
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
  readonly retained_until: Date | null;
}

/** A document in the bin, locked; null where it is not there (any more). Lock its library first. */
export async function findBinnedForUpdate(
  trx: Transaction<Schema>,
  organization: string,
  id: string,
  days: number,
): Promise<BinnedRecord | null> {
  await trx.selectFrom('records').select('id').where('id', '=', id).forUpdate().execute();
  const { rows } = await sql<BinnedRecord>`
    select r.id, r.group_id, r.folder_id, r.deleted_at, r.deleted_by, r.scope, f.title, ${purgeAt(days)} as purge_at,
      ${retainedUntil} as retained_until
    from records r join organizations o on o.id = r.organization
    join record_faces f on f.record_id = r.id and f.face = 'working'
    where r.id = ${id}::uuid and r.organization = ${organization}::uuid and r.deleted_at is not null`.execute(
    trx,
  );
  return rows[0] ?? null;
}

/** Removes a record with all that is known of it, but for the audit trail. Its bytes are collected later. */
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
