import { sql, type Transaction } from 'kysely';
import type { Day } from '#shared/domain/compliance/days.ts';
import type { Span } from '#shared/domain/compliance/timeline.ts';
import type { Executor } from '../db/change.ts';
import type { Schema } from '../db/schema.ts';

const uuids = (ids: readonly string[]) => sql`${`{${ids.join(',')}}`}::uuid[]`;

/** A folder that can be judged, and where. */
export interface JudgedFolder {
  readonly id: string;
  readonly parent: string | null;
  readonly name: string;
  readonly group_id: string;
  readonly organization: string;
  readonly timezone: string;
}

export async function findFolders(executor: Executor, folders: readonly string[]): Promise<JudgedFolder[]> {
  if (folders.length === 0) return [];
  const { rows } = await sql<JudgedFolder>`
    select f.id, f.parent, f.name, f.group_id, f.organization, o.timezone
    from folders f join organizations o on o.id = f.organization
    where f.id = any(${uuids(folders)})
  `.execute(executor);
  return rows;
}

/** All folders of a library. */
export async function findFoldersOf(executor: Executor, group: string): Promise<JudgedFolder[]> {
  const { rows } = await sql<JudgedFolder>`
    select f.id, f.parent, f.name, f.group_id, f.organization, o.timezone
    from folders f join organizations o on o.id = f.organization
    where f.group_id = ${group}::uuid
  `.execute(executor);
  return rows;
}

/** Marks folders to be judged before this transaction commits, where they have rules or had some. */
export async function markFolders(trx: Transaction<Schema>, folders: readonly string[]): Promise<void> {
  await sql`select legajo_compliance_mark(${uuids(folders)})`.execute(trx);
}

/** The folders that this transaction has marked, which are then no longer marked. */
export async function takeMarked(trx: Transaction<Schema>): Promise<string[]> {
  const { rows } = await sql<{ folder_id: string }>`
    delete from compliance_stale where marked_by = pg_current_xact_id_if_assigned() returning folder_id
  `.execute(trx);
  return rows.map((row) => row.folder_id);
}

/** Writes how these folders stand from a day on; those without a timeline have no rules any more. */
export async function replaceSpans(
  trx: Transaction<Schema>,
  folders: readonly JudgedFolder[],
  timelines: ReadonlyMap<string, readonly Span[]>,
): Promise<void> {
  const rows = folders.flatMap(({ id, organization, group_id }) =>
    (timelines.get(id) ?? []).map(({ from, dueSoon, ...counts }) => ({
      folder_id: id,
      organization,
      group_id,
      from_on: from,
      due_soon: dueSoon,
      ...counts,
    })),
  );
  await sql`delete from compliance_spans where folder_id = any(${uuids(folders.map((each) => each.id))})`.execute(
    trx,
  );
  if (rows.length === 0) return;
  await sql`
    insert into compliance_spans (folder_id, from_on, organization, group_id, rules, blocking, warnings, due_soon)
    select folder_id, from_on, organization, group_id, rules, blocking, warnings, due_soon
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s(folder_id uuid, from_on date, organization uuid,
      group_id uuid, rules int, blocking int, warnings int, due_soon boolean)
  `.execute(trx);
}

/** How the folders of a library stand by their own rules on a day: worked out by the query, whenever it is asked. */
export async function findStandings(
  executor: Executor,
  group: string,
  on: Day,
): Promise<Map<string, Pick<Span, 'rules' | 'blocking' | 'warnings' | 'dueSoon'>>> {
  const { rows } = await sql<{
    id: string;
    rules: number;
    blocking: number;
    warnings: number;
    dueSoon: boolean;
  }>`
    select distinct on (folder_id) folder_id as id, rules, blocking, warnings, due_soon as "dueSoon"
    from compliance_spans where group_id = ${group}::uuid and from_on <= ${on}::date
    order by folder_id, from_on desc
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

/** Folders of these libraries that do not comply by their own rules on their organization's today. */
export async function findRed(
  executor: Executor,
  groups: readonly string[],
  now: Date,
  limit: number,
): Promise<{ count: number; items: RedFolder[] }> {
  if (groups.length === 0) return { count: 0, items: [] };
  const { rows } = await sql<RedFolder & { total: number }>`
    with standing as (
      select distinct on (s.folder_id) s.folder_id, s.blocking
      from compliance_spans s join organizations o on o.id = s.organization
      where s.group_id = any(${uuids(groups)}) and s.from_on <= (${now}::timestamptz at time zone o.timezone)::date
      order by s.folder_id, s.from_on desc
    ), red as (
      select folder_id, blocking, count(*) over ()::int as total from standing where blocking > 0
      order by blocking desc, folder_id limit ${limit}
    )
    select f.id, f.name, g.id as group_id, g.name as group_name, red.blocking, red.total, (
      with recursive up as (
        select f.id, f.parent, f.name, 0 as height
        union all
        select a.id, a.parent, a.name, up.height + 1 from folders a join up on a.id = up.parent
      ) select string_agg(up.name, ' / ' order by up.height desc) from up
    ) as path
    from red join folders f on f.id = red.folder_id join groups g on g.id = f.group_id
    order by red.blocking desc, f.id
  `.execute(executor);
  return { count: rows[0]?.total ?? 0, items: rows };
}

/** Folders whose next span has begun, and those that something left marked: the daily job's. */
export async function findDue(
  executor: Executor,
  now: Date,
  limit: number,
): Promise<{ id: string; group_id: string; organization: string }[]> {
  const { rows } = await sql<{ id: string; group_id: string; organization: string }>`
    select f.id, f.group_id, f.organization from folders f where f.id in (
      select s.folder_id from compliance_spans s join organizations o on o.id = s.organization
      where s.from_on <= (${now}::timestamptz at time zone o.timezone)::date
      group by s.folder_id having count(*) > 1
      union select folder_id from compliance_stale
    ) order by f.group_id, f.id limit ${limit}
  `.execute(executor);
  return rows;
}
