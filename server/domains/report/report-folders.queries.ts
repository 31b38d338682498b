import { sql } from 'kysely';
import type { Day } from '#shared/platform/days.ts';
import type { Executor } from '../../platform/db/change.ts';
import { type OpenPlace, PATH } from '../compliance/compliance-timelines.queries.ts';

const uuids = (ids: readonly string[]) => sql`${`{${ids.join(',')}}`}::uuid[]`;

/** How many places of a library have rules, and how many of those do not comply. */
export interface RedCount {
  readonly group: string;
  readonly ruled: number;
  readonly red: number;
}

/** For these libraries on today or a later day, from the spans of their places. */
export async function countRed(executor: Executor, groups: readonly string[], day: Day): Promise<RedCount[]> {
  if (groups.length === 0) return [];
  const { rows } = await sql<RedCount>`
    select t.group_id as group, count(*)::int as ruled,
      count(*) filter (where t.blocking[width_bucket(${day}::date, t.begins)] > 0)::int as red
    from compliance_timelines t where t.group_id = any(${uuids(groups)}) group by t.group_id
  `.execute(executor);
  return rows;
}

/** The places of these libraries that do not comply by their own rules, the longest due first. */
export async function findRedOn(
  executor: Executor,
  groups: readonly string[],
  day: Day,
  limit: number,
): Promise<OpenPlace[]> {
  if (groups.length === 0) return [];
  const { rows } = await sql<OpenPlace>`
    with red as (
      select t.folder_id, t.blocking[i] as blocking, t.warnings[i] as warnings, t.due_soon[i] as due_soon,
        coalesce(t.due_on[i], ${day}::date) as day
      from compliance_timelines t cross join lateral (select width_bucket(${day}::date, t.begins) as i) spans
      where t.group_id = any(${uuids(groups)}) and i > 0 and t.blocking[i] > 0
      order by day, t.folder_id limit ${limit}
    )
    select p.id, p.name, ${PATH} as path, g.id as group_id, g.name as group_name, red.blocking, red.warnings,
      red.due_soon, red.day
    from red join compliance_places p on p.id = red.folder_id join groups g on g.id = p.group_id
    order by red.day, p.id
  `.execute(executor);
  return rows;
}
