import { type RawBuilder, sql } from 'kysely';
import type { Day } from '#shared/platform/days.ts';
import type { Named } from '#shared/platform/primitives.ts';
import type { Executor } from '../../platform/db/change.ts';

/* Which holds lie over what. Every deletion asks this, so it is written once. */

/** The same rule as `holdStatus` (shared/keeping/holds.ts): not released, and the last day is not over. */
export const runningHoldCondition = (today: Day): RawBuilder<boolean> =>
  sql<boolean>`(h.released_at is null and (h.until is null or h.until >= ${today}::date))`;

/**
 * `held_items` and `held_folders`, to follow `with recursive`: what the running holds name, and every folder at or
 * below those that they name. Usually few rows. A query about one document reads these instead of all of its folders.
 * @param organization null for all organizations
 */
export const heldTables = (organization: string | null, today: Day): RawBuilder<unknown> => sql`
  held_items as (
    select i.hold_id, i.record_id, i.folder_id, i.group_id from holds h join hold_items i on i.hold_id = h.id
    where ${runningHoldCondition(today)} ${organization === null ? sql`` : sql`and h.organization = ${organization}::uuid`}),
  held_folders as (
    select folder_id as id, hold_id from held_items where folder_id is not null
    union
    select d.id, above.hold_id from folders d join held_folders above on d.parent = above.id)`;

/** True for a document `r` under a running hold. The query must begin with `heldTables`. */
export const isHeld = sql<boolean>`(
  r.id in (select record_id from held_items where record_id is not null)
  or r.group_id in (select group_id from held_items where group_id is not null)
  or coalesce(r.folder_id in (select id from held_folders), false))`;

/** Ids of the holds over a document `r`, each once. */
export const holdsOverRecord = sql<{ hold_id: string }>`(
  select hold_id from held_items i where i.record_id = r.id or i.group_id = r.group_id
  union select hold_id from held_folders f where f.id = r.folder_id)`;

/** The holds over a document, in the bin or not, by name. */
export async function findHoldsOver(
  executor: Executor,
  organization: string,
  today: Day,
  record: string,
): Promise<Named[]> {
  const { rows } = await sql<Named>`
    with recursive ${heldTables(organization, today)}
    select h.id as _id, h.name from records r join lateral ${holdsOverRecord} o on true join holds h on h.id = o.hold_id
    where r.id = ${record}::uuid order by h.placed_at, h.id`.execute(executor);
  return rows;
}

/** The holds over a folder: its own, those of the folders above it, and its library's. */
export async function findHoldsOverFolder(
  executor: Executor,
  organization: string,
  today: Day,
  folder: string,
): Promise<string[]> {
  const { rows } = await sql<{ hold_id: string }>`
    with recursive ${heldTables(organization, today)}
    select hold_id from held_folders where id = ${folder}::uuid
    union select i.hold_id from held_items i join folders d on d.group_id = i.group_id where d.id = ${folder}::uuid
    order by hold_id`.execute(executor);
  return rows.map((row) => row.hold_id);
}
