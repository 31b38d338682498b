import { sql } from 'kysely';
import type { Day } from '#shared/platform/days.ts';
import type { Executor } from '../../platform/db/change.ts';
import { ids } from './parties.queries.ts';

export interface StandingRow {
  readonly rules: number;
  readonly blocking: number;
  readonly warnings: number;
  readonly due_soon: boolean;
  readonly unsure: boolean;
}

/**
 * How these parties stand on a day by the rules of their folders and of all folders below, as it was judged last. What
 * is marked and not judged again yet is unsure. So is what was judged for later days only, as after a clock that went
 * back, and everything in an archived library, which is not judged.
 */
export async function findPartyStandings(
  executor: Executor,
  parties: readonly string[],
  day: Day,
): Promise<Map<string, StandingRow>> {
  if (parties.length === 0) return new Map();
  const { rows } = await sql<StandingRow & { id: string }>`
    with recursive tree as (
      select p.id as party, p.folder_id as folder from parties p where p.id = any(${ids(parties)})
      union all
      select tree.party, f.id from folders f join tree on f.parent = tree.folder
    )
    select tree.party as id,
      coalesce(sum(c.rules), 0)::int as rules, coalesce(sum(c.blocking[i]), 0)::int as blocking,
      coalesce(sum(c.warnings[i]), 0)::int as warnings, coalesce(bool_or(c.due_soon[i]), false) as due_soon,
      coalesce(bool_or(g.archived_at is not null
        or exists (select from compliance_stale s where s.folder_id = tree.folder)
        or (c.next_on <= ${day}::date and c.next_on <> all(c.begins[2:]))
        or i = 0), false) as unsure
    from tree join parties p on p.id = tree.party join groups g on g.id = p.group_id
    left join compliance_timelines c on c.folder_id = tree.folder
    left join lateral (select width_bucket(${day}::date, c.begins) as i) spans on true
    group by tree.party
  `.execute(executor);
  return new Map(rows.map(({ id, ...standing }) => [id, standing]));
}

/** The folders of a party, from its own downwards. */
export async function findFoldersOfParties(
  executor: Executor,
  parties: readonly string[],
): Promise<Map<string, string[]>> {
  if (parties.length === 0) return new Map();
  const { rows } = await sql<{ party: string; folder: string }>`
    with recursive tree as (
      select p.id as party, p.folder_id as folder from parties p where p.id = any(${ids(parties)})
      union all
      select tree.party, f.id from folders f join tree on f.parent = tree.folder
    ) select party, folder from tree
  `.execute(executor);
  return new Map(
    [...Map.groupBy(rows, ({ party }) => party)].map(([id, all]) => [id, all.map((each) => each.folder)]),
  );
}
