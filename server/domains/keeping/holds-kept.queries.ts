import { type Insertable, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import type { Scope } from '#shared/access/scopes.ts';
import type { Day } from '#shared/platform/days.ts';
import type { Executor } from '../../platform/db/change.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { HoldsTable } from '../../platform/db/tables/holds.ts';
import { newId } from '../../platform/ids.ts';
import { runningHoldCondition } from './holds.queries.ts';

/* Holds as they are stored: writing and listing them, and what each names. */

type Position = { readonly at: string; readonly id: string } | null;

export interface HoldRow extends Selectable<HoldsTable> {
  readonly items: number;
  readonly documents: number;
}

/**
 * Holds, last placed first, each with the number of documents under it. Those of ended holds are counted too: they show
 * what would have been held.
 */
export async function findHolds(
  executor: Executor,
  organization: string,
  today: Day,
  wanted: { id?: string; status?: 'active' | 'ended' | undefined; after: Position; limit: number },
): Promise<HoldRow[]> {
  const { id, status, after, limit } = wanted;
  const { rows } = await sql<HoldRow>`
    with recursive listed as (
      select h.* from holds h where h.organization = ${organization}::uuid
        ${id ? sql`and h.id = ${id}::uuid` : sql``}
        ${status === 'active' ? sql`and ${runningHoldCondition(today)}` : sql``}
        ${status === 'ended' ? sql`and not ${runningHoldCondition(today)}` : sql``}
        ${after ? sql`and (date_trunc('milliseconds', h.placed_at), h.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
      order by date_trunc('milliseconds', h.placed_at) desc, h.id desc limit ${sql.lit(limit)}),
    below as (
      select i.hold_id, i.folder_id as id from listed h join hold_items i on i.hold_id = h.id where i.folder_id is not null
      union
      select b.hold_id, d.id from folders d join below b on d.parent = b.id),
    under as (
      select i.hold_id, i.record_id as id from listed h join hold_items i on i.hold_id = h.id where i.record_id is not null
      union
      select b.hold_id, r.id from below b join records r on r.folder_id = b.id
      union
      select i.hold_id, r.id from listed h join hold_items i on i.hold_id = h.id join records r on r.group_id = i.group_id),
    counted as (select hold_id, count(*)::int as documents from under group by hold_id)
    select h.*, (select count(*)::int from hold_items i where i.hold_id = h.id) as items,
      coalesce(c.documents, 0) as documents
    from listed h left join counted c on c.hold_id = h.id
    order by date_trunc('milliseconds', h.placed_at) desc, h.id desc`.execute(executor);
  return rows;
}

export async function lockHold(
  trx: Transaction<Schema>,
  organization: string,
  id: string,
): Promise<Selectable<HoldsTable> | undefined> {
  return trx
    .selectFrom('holds')
    .selectAll()
    .where('organization', '=', organization)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export type HoldTarget =
  | { readonly record_id: string }
  | { readonly folder_id: string }
  | { readonly group_id: string };

/** Puts things under a hold. @returns how many were not under it before */
export async function addHoldItems(
  trx: Transaction<Schema>,
  hold: { id: string; organization: string },
  targets: readonly HoldTarget[],
  by: { user: string; at: Date; followed?: boolean },
): Promise<number> {
  if (targets.length === 0) return 0;
  const added = await trx
    .insertInto('hold_items')
    .values(
      targets.map((target) => ({
        id: newId(),
        organization: hold.organization,
        hold_id: hold.id,
        record_id: 'record_id' in target ? target.record_id : null,
        folder_id: 'folder_id' in target ? target.folder_id : null,
        group_id: 'group_id' in target ? target.group_id : null,
        followed: by.followed ?? false,
        added_by: by.user,
        added_at: by.at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(added.numInsertedOrUpdatedRows ?? 0);
}

export interface HoldItemRow {
  readonly id: string;
  readonly record_id: string | null;
  readonly folder_id: string | null;
  readonly group_id: string | null;
  readonly followed: boolean;
  readonly added_by: string;
  readonly added_at: Date;
  readonly in_group: string;
  readonly in_folder: string | null;
  readonly title: string | null;
  readonly scope: Scope | null;
  readonly authors: string[] | null;
  readonly created_by: string | null;
  readonly ready: boolean | null;
  readonly published: boolean;
  readonly published_title: string | null;
  readonly binned: boolean;
}

/** What was put under a hold, newest first. */
export async function findHoldItems(
  executor: Executor,
  hold: string,
  page: { after: Position; limit: number },
): Promise<HoldItemRow[]> {
  const { after, limit } = page;
  const { rows } = await sql<HoldItemRow>`
    select i.id, i.record_id, i.folder_id, i.group_id, i.followed, i.added_by, i.added_at,
      coalesce(r.group_id, d.group_id, i.group_id) as in_group, coalesce(r.folder_id, d.id) as in_folder,
      f.title, r.scope, f.authors, r.created_by, r.ready, coalesce(r.deleted_at is not null, false) as binned,
      p.title as published_title, p.record_id is not null as published
    from hold_items i
    left join records r on r.id = i.record_id
    left join record_faces f on f.record_id = r.id and f.face = 'working'
    left join record_faces p on p.record_id = r.id and p.face = 'published'
    left join folders d on d.id = i.folder_id
    where i.hold_id = ${hold}::uuid
      ${after ? sql`and (date_trunc('milliseconds', i.added_at), i.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by date_trunc('milliseconds', i.added_at) desc, i.id desc limit ${sql.lit(limit)}`.execute(
    executor,
  );
  return rows;
}

/** The libraries in which these lie. Missing ones are left out. */
export async function findTargets(
  executor: Executor,
  organization: string,
  wanted: { records: readonly string[]; folders: readonly string[]; groups: readonly string[] },
): Promise<{ kind: 'records' | 'folders' | 'groups'; id: string; group_id: string; deleted: boolean }[]> {
  const ids = (list: readonly string[]) => sql`any(${`{${list.join(',')}}`}::uuid[])`;
  const { rows } = await sql<{
    kind: 'records' | 'folders' | 'groups';
    id: string;
    group_id: string;
    deleted: boolean;
  }>`
    select 'records' as kind, id, group_id, deleted_at is not null as deleted from records
    where organization = ${organization}::uuid and id = ${ids(wanted.records)}
    union all
    select 'folders', id, group_id, false from folders
    where organization = ${organization}::uuid and id = ${ids(wanted.folders)}
    union all
    select 'groups', id, id, false from groups
    where organization = ${organization}::uuid and id = ${ids(wanted.groups)}`.execute(executor);
  return rows;
}

/** Writes a new hold that is not released. */
export async function insertHold(
  trx: Transaction<Schema>,
  row: Omit<Insertable<HoldsTable>, 'released_by' | 'released_at' | 'release_reason'>,
): Promise<void> {
  await trx
    .insertInto('holds')
    .values({ ...row, ...{ released_by: null, released_at: null, release_reason: null } })
    .execute();
}

/** Writes columns of a hold. Lock it first (lockHold). */
export async function updateHold(
  trx: Transaction<Schema>,
  id: string,
  set: Updateable<HoldsTable>,
): Promise<void> {
  await trx.updateTable('holds').set(set).where('id', '=', id).execute();
}

/** Takes these out of a hold. @returns what they were */
export const deleteHoldItems = (trx: Transaction<Schema>, hold: string, items: readonly string[]) =>
  trx
    .deleteFrom('hold_items')
    .where('hold_id', '=', hold)
    .where('id', 'in', items)
    .returning(['record_id', 'folder_id', 'group_id'])
    .execute();
