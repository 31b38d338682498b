import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '#shared/access/scopes.ts';
import type { RecordState } from '#shared/access/states.ts';
import type { Viewer } from '#shared/access/visibility.ts';
import type { RetainedUntil } from '#shared/keeping/retention.ts';
import type { Day } from '#shared/platform/days.ts';
import type { Named } from '#shared/platform/primitives.ts';
import type { BinTotals } from '#shared/retention/bin.schemas.ts';
import type { BinKept, BinSort } from '#shared/retention/bin.ts';
import type { Executor } from '../../platform/db/change.ts';
import { namedInBinCondition } from '../access/visibility.policy.ts';
import { isRetained, purgeAt, retainedUntil } from '../keeping/bin-rules.queries.ts';
import { heldTables, holdsOverRecord, isHeld } from '../keeping/holds.queries.ts';

/* The bin as an admin sees it. Emptying it is in bin-purge.queries.ts. */

export interface BinRow {
  readonly id: string;
  readonly group_id: string;
  readonly group_name: string;
  readonly folder_id: string | null;
  readonly folder_name: string | null;
  readonly scope: Scope;
  readonly named: boolean;
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
  readonly retained_until: RetainedUntil | null;
  readonly holds: Named[];
}

/** Filters of the bin. Of the moments the first is included, the last is not. */
export interface BinSought {
  readonly text: string | null;
  readonly group: string | null;
  readonly deletedBy: string | null;
  readonly from: Date | null;
  readonly before: Date | null;
  readonly kept: BinKept | null;
}

/** The moment and the day for which it is judged what keeps a document. */
export interface BinClock {
  readonly at: Date;
  readonly today: Day;
}

const holdsHere = sql<Named[]>`(
  select coalesce(json_agg(json_build_object('_id', h.id, 'name', h.name) order by h.placed_at, h.id), '[]')
  from ${holdsOverRecord} o join holds h on h.id = o.hold_id)`;

const deletedAt = sql`date_trunc('milliseconds', r.deleted_at)`;

/** The sort keys. The id breaks ties. The cursor holds a key as text. */
const SORTS: Readonly<
  Record<BinSort, { key: RawBuilder<unknown>; type: RawBuilder<unknown>; way: 'asc' | 'desc' }>
> = {
  newest: { key: deletedAt, type: sql`timestamptz`, way: 'desc' },
  oldest: { key: deletedAt, type: sql`timestamptz`, way: 'asc' },
  largest: { key: sql`f.size`, type: sql`bigint`, way: 'desc' },
};

/** Removes accents and case without a locale: the embedded database has none. */
const ACCENTED = 'ÁÀÄÉÈËÍÌÏÓÒÖÚÙÜÑáàäéèëíìïóòöúùüñ';
const PLAIN = 'aaaeeeiiiooouuunaaaeeeiiiooouuun';
const plain = (column: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`lower(translate(${column}, ${sql.lit(ACCENTED)}, ${sql.lit(PLAIN)}))`;

function conditions(viewer: Viewer, sought: BinSought, today: Day): RawBuilder<unknown> {
  const { text, group, deletedBy, from, before, kept } = sought;
  const parts: RawBuilder<unknown>[] = [
    sql`r.organization = ${viewer.organization}::uuid and r.deleted_at is not null`,
  ];
  if (group) parts.push(sql`r.group_id = ${group}::uuid`);
  if (deletedBy) parts.push(sql`r.deleted_by = ${deletedBy}::uuid`);
  if (from) parts.push(sql`r.deleted_at >= ${from}`);
  if (before) parts.push(sql`r.deleted_at < ${before}`);
  if (text) {
    const words = text
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase();
    // A search must not find a closed document by its name.
    parts.push(sql`${namedInBinCondition(viewer)} and (
      position(${words} in ${plain(sql`f.title`)}) > 0 or position(${words} in ${plain(sql`f.name`)}) > 0)`);
  }
  if (kept === 'held') parts.push(isHeld);
  if (kept === 'retained') parts.push(sql`not ${isHeld} and ${isRetained(today, viewer.organization)}`);
  if (kept === 'free') parts.push(sql`not ${isHeld} and not ${isRetained(today, viewer.organization)}`);
  return sql.join(parts, sql` and `);
}

/** A page of what lies in an organization's bin. */
export async function findBin(
  executor: Executor,
  viewer: Viewer,
  sought: BinSought,
  clock: BinClock,
  page: { sort: BinSort; after: { value: string; id: string } | null; limit: number },
): Promise<BinRow[]> {
  const { sort, after, limit } = page;
  const { key, type, way } = SORTS[sort];
  const order = sql.raw(way);
  const beyond = sql.raw(way === 'desc' ? '<' : '>');
  const { rows } = await sql<BinRow>`
    with recursive ${heldTables(viewer.organization, clock.today)}
    select r.id, r.group_id, g.name as group_name, r.folder_id, d.name as folder_name, r.scope,
      ${namedInBinCondition(viewer)} as named,
      f.title, f.name, f.file_type, f.state, f.size, r.deleted_at, r.deleted_by, u.firstname, u.lastname,
      ${purgeAt} as purge_at, ${retainedUntil} as retained_until, ${holdsHere} as holds
    from records r
    join organizations o on o.id = r.organization
    join groups g on g.id = r.group_id
    join record_faces f on f.record_id = r.id and f.face = 'working'
    left join folders d on d.id = r.folder_id
    left join users u on u.id = r.deleted_by
    where ${conditions(viewer, sought, clock.today)}
      ${after ? sql`and (${key}, r.id) ${beyond} (${after.value}::${type}, ${after.id}::uuid)` : sql``}
    order by ${key} ${order}, r.id ${order} limit ${sql.lit(limit)}`.execute(executor);
  return rows;
}

/** How many documents match the filters, their bytes, and how many are kept by what. */
export async function totalBin(
  executor: Executor,
  viewer: Viewer,
  sought: BinSought,
  clock: BinClock,
): Promise<BinTotals> {
  const { rows } = await sql<BinTotals>`
    with recursive ${heldTables(viewer.organization, clock.today)},
    sought as (
      select f.size, ${isHeld} as held, ${isRetained(clock.today, viewer.organization)} as retained
      from records r join record_faces f on f.record_id = r.id and f.face = 'working'
      where ${conditions(viewer, sought, clock.today)})
    select count(*)::int as documents, coalesce(sum(size), 0)::bigint as bytes,
      count(*) filter (where held)::int as held, count(*) filter (where retained and not held)::int as retained
    from sought`.execute(executor);
  return rows[0] ?? { documents: 0, bytes: 0, held: 0, retained: 0 };
}
