import { sql } from 'kysely';
import type { Day } from '#shared/platform/days.ts';
import type { Executor } from '../../platform/db/change.ts';
import { type OpenPlace, type OpenPosition, PATH, on as spanOn } from './compliance-timelines.queries.ts';

/** A place that does not comply and that somebody may have to put right. */
export interface RedCandidate extends Omit<OpenPlace, 'day'> {
  /**
   * The last day on which it complied. Null where that is unknown, and for whoever does not publish in its library:
   * the day may come from a document that they do not see.
   */
  readonly due_on: Day | null;
  /** The day that the list is sorted by: the one before, else today. */
  readonly day: Day;
  /** Whether all of its blocking rules are that person's to meet. */
  readonly every: boolean;
}

export interface RedQuery {
  readonly user: string;
  /** Their libraries that are in use. */
  readonly groups: readonly string[];
  /** Those of them in which they publish. */
  readonly publishing: readonly string[];
  readonly today: Day;
  /** Only these folders; all where it is not given. */
  readonly among?: readonly string[];
  /** Folders that are left out. */
  readonly except?: readonly string[];
  readonly after: OpenPosition | null;
  readonly limit: number;
}

const uuids = (ids: readonly string[]) => sql`${`{${ids.join(',')}}`}::uuid[]`;

/**
 * Places that do not comply by their own rules, and that have a blocking rule which is somebody's to meet: theirs by
 * name, or nobody's where they publish. Those with other blocking rules too may fail by one of these alone. The longest
 * due first.
 */
export async function findRedCandidates(
  executor: Executor,
  { user, groups, publishing, today, among, except = [], after, limit }: RedQuery,
): Promise<RedCandidate[]> {
  if (groups.length === 0) return [];
  const from = after
    ? sql<boolean>`(day, folder_id) > (${after[0]}::date, ${after[1]}::uuid)`
    : sql<boolean>`true`;
  const asked = among ? sql<boolean>`t.folder_id = any(${uuids(among)})` : sql<boolean>`true`;
  const left = sql<boolean>`t.folder_id <> all(${uuids(except)})`;
  const { rows } = await sql<RedCandidate>`
    with red as (
      select t.folder_id, t.group_id, t.blocking[i] as blocking, t.warnings[i] as warnings,
        t.due_soon[i] as due_soon, case when t.group_id = any(${uuids(publishing)}) then t.due_on[i] - 1 end as due_on
      from compliance_timelines t cross join lateral (select ${spanOn(sql`${today}::date`)} as i) spans
      where t.group_id = any(${uuids(groups)}) and ${asked} and ${left} and i > 0 and t.blocking[i] > 0
    ),
    mine as (
      select red.*, coalesce(red.due_on, ${today}::date) as day, judged.every
      from red join compliance_places p on p.id = red.folder_id
      cross join lateral (
        select bool_or(mine) as some, bool_and(mine) as every from (
          select case
            when exists (
              select 1 from group_members m join users u on u.id = m.user_id and u.enabled
              where m.group_id = red.group_id and m.user_id = r.responsible
            ) then r.responsible = ${user}::uuid
            else red.group_id = any(${uuids(publishing)}) end as mine
          from compliance_rules r
          where r.active and r.severity = 'blocking' and (
            r.folder_id = red.folder_id and r.applies_to = 'folder'
            or r.folder_id = p.parent and r.applies_to = 'eachChild')
        ) rules
      ) judged
      where judged.some
    ),
    page as (select * from mine where ${from} order by day, folder_id limit ${limit})
    select p.id, p.name, ${PATH} as path, g.id as group_id, g.name as group_name, page.blocking, page.warnings,
      page.due_soon, page.due_on, page.day, page.every
    from page join compliance_places p on p.id = page.folder_id join groups g on g.id = p.group_id
    order by page.day, p.id
  `.execute(executor);
  return rows;
}
