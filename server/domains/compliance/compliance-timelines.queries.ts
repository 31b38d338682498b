import { sql, type Transaction } from 'kysely';
import type { Span } from '#shared/compliance/timeline.ts';
import { organizationHolidays } from '#shared/organization/organization-holidays.ts';
import type { ChosenSettings } from '#shared/organization/settings.ts';
import type { Day, Holidays } from '#shared/platform/days.ts';
import type { Executor } from '../../platform/db/change.ts';
import type { Schema } from '../../platform/db/schema.ts';

const list = (values: readonly (string | number | boolean | null)[]): string => `{${values.join(',')}}`;
const uuids = (ids: readonly string[]) => sql`${list(ids)}::uuid[]`;
/** Lists of different lengths as one parameter: an array of arrays would need equal lengths. */
const lists = (values: readonly (readonly (string | number | boolean | null)[])[]): string =>
  `{${values.map((each) => `"{${each.map((one) => one ?? 'NULL').join(',')}}"`).join(',')}}`;

/** What the spans say about a day. No day occurs twice in `begins`. */
export const on = (day: ReturnType<typeof sql>) => sql`width_bucket(${day}, t.begins)`;
const todayIn = (now: Date) => sql`(${now}::timestamptz at time zone o.timezone)::date`;

/** A place that rules can judge: a folder, or a library's root, which has the library's id. */
export interface JudgedFolder {
  readonly id: string;
  /** The folder above; the root for what lies at the top; null for the root itself. */
  readonly parent: string | null;
  readonly name: string;
  readonly group_id: string;
  readonly organization: string;
  readonly timezone: string;
  /** The day on which it was made, in that time zone. */
  readonly made_on: Day;
  /** The days on which the organization does not work. */
  readonly holidays: Holidays;
}

type PlaceRow = Omit<JudgedFolder, 'holidays'> & { readonly chosen: ChosenSettings['holidays'] | null };

const PLACES = sql`p.id, p.parent, p.name, p.group_id, p.organization, o.timezone, o.settings -> 'holidays' as chosen,
    (p.created_at at time zone o.timezone)::date as made_on
    from compliance_places p join organizations o on o.id = p.organization`;

function placesOf(rows: readonly PlaceRow[]): JudgedFolder[] {
  const known = new Map<string, Holidays>();
  return rows.map(({ chosen, ...place }) => {
    const holidays = known.get(place.organization) ?? organizationHolidays(chosen);
    known.set(place.organization, holidays);
    return { ...place, holidays };
  });
}

export async function findFolders(executor: Executor, folders: readonly string[]): Promise<JudgedFolder[]> {
  if (folders.length === 0) return [];
  const { rows } = await sql<PlaceRow>`
    select ${PLACES}
    where p.id = any(${uuids(folders)})
  `.execute(executor);
  return placesOf(rows);
}

/** The roots of libraries and all of their folders. */
export async function findFoldersOf(executor: Executor, groups: readonly string[]): Promise<JudgedFolder[]> {
  const { rows } = await sql<PlaceRow>`
    select ${PLACES}
    where p.group_id = any(${uuids(groups)})
  `.execute(executor);
  return placesOf(rows);
}

/** These places and those directly below each: the places that their rules may judge. */
export async function findPlacesBelow(executor: Executor, places: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from compliance_places where id = any(${uuids(places)}) or parent = any(${uuids(places)})
  `.execute(executor);
  return rows.map((row) => row.id);
}

/** Marks every judged place of an organization, so that the next sweep judges it again. */
export async function rejudgeOrganization(
  trx: Transaction<Schema>,
  organization: string,
  now: Date,
): Promise<void> {
  await sql`update compliance_timelines t set next_on = ${todayIn(now)}
    from organizations o where o.id = t.organization and o.id = ${organization}::uuid`.execute(trx);
}

/**
 * Marks every place of a library that was opened again. The next sweep judges it, and people are told of how it stands
 * then.
 */
export async function rejudgeLibrary(trx: Transaction<Schema>, group: string, now: Date): Promise<void> {
  await sql`update compliance_timelines t set next_on = ${todayIn(now)}, tell_on = ${todayIn(now)}
    from organizations o where o.id = t.organization and t.group_id = ${group}::uuid`.execute(trx);
}

/** The folders that this transaction has marked. Removes the marks. */
export async function takeMarked(trx: Transaction<Schema>): Promise<string[]> {
  const { rows } = await sql<{ folder_id: string }>`
    delete from compliance_stale where marked_by = pg_current_xact_id_if_assigned() returning folder_id
  `.execute(trx);
  return rows.map((row) => row.folder_id);
}

/** How a place stands from day to day, and a digest of what each rule says today. */
export interface Timeline {
  readonly spans: readonly Span[];
  readonly standings: string;
}

/** How many rows one statement writes: a long statement blocks the embedded database. */
const ROWS_AT_ONCE = 2000;

/**
 * Stores how these places stand from a day on. Places without a timeline lose their rows. Rows that say the same for
 * that day and all later ones are left alone.
 */
export async function writeTimelines(
  trx: Transaction<Schema>,
  folders: readonly JudgedFolder[],
  timelines: ReadonlyMap<string, Timeline>,
): Promise<void> {
  const free = folders.filter(({ id }) => !timelines.has(id));
  if (free.length > 0) {
    const ids = uuids(free.map(({ id }) => id));
    await sql`delete from compliance_timelines where folder_id = any(${ids})`.execute(trx);
  }
  const ruled = folders.flatMap((folder) => {
    const timeline = timelines.get(folder.id);
    return timeline ? [{ ...folder, ...timeline }] : [];
  });
  for (let at = 0; at < ruled.length; at += ROWS_AT_ONCE) {
    const rows = ruled.slice(at, at + ROWS_AT_ONCE);
    const each = (of: (span: Span) => string | number | boolean | null) =>
      lists(rows.map(({ spans }) => spans.map(of)));
    await sql`
      insert into compliance_timelines as t
        (folder_id, organization, group_id, rules, begins, blocking, warnings, due_soon, due_on, next_on, standings,
          tell_on)
      select folder_id, organization, group_id, rules, begins::date[], blocking::int[], warnings::int[],
        due_soon::boolean[], due_on::date[], (begins::date[])[2], standings, (begins::date[])[1]
      from unnest(
        ${list(rows.map((row) => row.id))}::uuid[],
        ${list(rows.map((row) => row.organization))}::uuid[],
        ${list(rows.map((row) => row.group_id))}::uuid[],
        ${list(rows.map(({ spans }) => spans[0]?.rules ?? 0))}::int[],
        ${each((span) => span.from)}::text[],
        ${each((span) => span.blocking)}::text[],
        ${each((span) => span.warnings)}::text[],
        ${each((span) => span.dueSoon)}::text[],
        ${each((span) => span.dueOn)}::text[],
        ${list(rows.map((row) => row.standings))}::text[]
      ) as s(folder_id, organization, group_id, rules, begins, blocking, warnings, due_soon, due_on, standings)
      on conflict (folder_id) do update set
        organization = excluded.organization, group_id = excluded.group_id, rules = excluded.rules,
        begins = excluded.begins, blocking = excluded.blocking, warnings = excluded.warnings,
        due_soon = excluded.due_soon, due_on = excluded.due_on, next_on = excluded.next_on,
        standings = excluded.standings, tell_on = excluded.tell_on
      where (t.group_id, t.rules, t.begins[2:], t.blocking, t.warnings, t.due_soon, t.due_on, t.next_on, t.standings)
        is distinct from (excluded.group_id, excluded.rules, excluded.begins[2:], excluded.blocking,
          excluded.warnings, excluded.due_soon, excluded.due_on, excluded.next_on, excluded.standings)
    `.execute(trx);
  }
}

export type FolderStanding = Pick<Span, 'rules' | 'blocking' | 'warnings' | 'dueSoon'>;

/** How the places of a library stand by their own rules on a day. Computed from the spans by the query. */
export async function findStandings(
  executor: Executor,
  group: string,
  day: Day,
): Promise<Map<string, FolderStanding>> {
  const { rows } = await sql<FolderStanding & { id: string }>`
    select t.folder_id as id, t.rules, t.blocking[i] as blocking, t.warnings[i] as warnings,
      t.due_soon[i] as "dueSoon"
    from compliance_timelines t cross join lateral (select ${on(sql`${day}::date`)} as i) spans
    where t.group_id = ${group}::uuid and i > 0
  `.execute(executor);
  return new Map(rows.map(({ id, ...standing }) => [id, standing]));
}

export interface RedFolder {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly group_id: string;
  readonly group_name: string;
  readonly blocking: number;
}

/** The names from the top down to a folder; for a library's root, the library's name. */
export const PATH = sql<string>`(
  with recursive up as (
    select f.id, f.parent, f.name, 0 as height from folders f where f.id = p.id
    union all
    select a.id, a.parent, a.name, up.height + 1 from folders a join up on a.id = up.parent
  ) select coalesce(string_agg(up.name, ' / ' order by up.height desc), p.name) from up
)`;

/** Where the next page begins: after this day and place. */
export type OpenPosition = readonly [day: Day, place: string];

export interface OpenPlace {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly group_id: string;
  readonly group_name: string;
  readonly blocking: number;
  readonly warnings: number;
  readonly due_soon: boolean;
  /** The day that the list is sorted by. What never existed is due today. */
  readonly day: Day;
}

/** Places of these libraries in which something fails or soon will, the longest due first. */
export async function findOpen(
  executor: Executor,
  groups: readonly string[],
  today: Day,
  after: OpenPosition | null,
  limit: number,
): Promise<OpenPlace[]> {
  if (groups.length === 0) return [];
  const from = after
    ? sql<boolean>`(day, folder_id) > (${after[0]}::date, ${after[1]}::uuid)`
    : sql<boolean>`true`;
  const { rows } = await sql<OpenPlace>`
    with open as (
      select * from (
        select t.folder_id, t.blocking[i] as blocking, t.warnings[i] as warnings, t.due_soon[i] as due_soon,
          coalesce(t.due_on[i], ${today}::date) as day
        from compliance_timelines t cross join lateral (select ${on(sql`${today}::date`)} as i) spans
        where t.group_id = any(${uuids(groups)}) and i > 0
          and (t.blocking[i] + t.warnings[i] > 0 or t.due_soon[i])
      ) standing where ${from} order by day, folder_id limit ${limit}
    )
    select p.id, p.name, ${PATH} as path, g.id as group_id, g.name as group_name, open.blocking, open.warnings,
      open.due_soon, open.day
    from open join compliance_places p on p.id = open.folder_id join groups g on g.id = p.group_id
    order by open.day, p.id
  `.execute(executor);
  return rows;
}

/** Folders of these libraries that do not comply by their own rules today, in their organization's time zone. */
export async function findRed(
  executor: Executor,
  groups: readonly string[],
  now: Date,
  limit: number,
  except: readonly string[],
): Promise<{ count: number; items: RedFolder[] }> {
  if (groups.length === 0) return { count: 0, items: [] };
  const { rows } = await sql<RedFolder & { total: number }>`
    with red as (
      select t.folder_id, t.blocking[i] as blocking, count(*) over ()::int as total
      from compliance_timelines t join organizations o on o.id = t.organization
      cross join lateral (select ${on(todayIn(now))} as i) spans
      where t.group_id = any(${uuids(groups)}) and i > 0 and t.blocking[i] > 0
        and t.folder_id <> all(${uuids(except)})
      order by 2 desc, 1 limit ${limit}
    )
    select p.id, p.name, g.id as group_id, g.name as group_name, red.blocking, red.total, ${PATH} as path
    from red join compliance_places p on p.id = red.folder_id join groups g on g.id = p.group_id
    order by red.blocking desc, p.id
  `.execute(executor);
  return { count: rows[0]?.total ?? 0, items: rows };
}

/**
 * Places whose next span has begun, and those that are still marked, for the daily job. Archived libraries wait until
 * they are opened again.
 */
export async function findDue(
  executor: Executor,
  now: Date,
  limit: number,
): Promise<{ id: string; group_id: string; organization: string }[]> {
  const { rows } = await sql<{ id: string; group_id: string; organization: string }>`
    select p.id, p.group_id, p.organization from compliance_places p join groups g on g.id = p.group_id
    where g.archived_at is null and p.id in (
      select t.folder_id from compliance_timelines t join organizations o on o.id = t.organization
      where t.next_on <= ${todayIn(now)}
      union select folder_id from compliance_stale
    ) order by p.group_id, p.id limit ${limit}
  `.execute(executor);
  return rows;
}
