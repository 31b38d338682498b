import { type RawBuilder, type Selectable, sql } from 'kysely';
import { COUNT_EXACT_MAX } from '#shared/platform/limits.ts';
import type { SORTS } from '#shared/search/search.schemas.ts';
import type { Executor } from '../../platform/db/change.ts';
import type { RecordFacesTable } from '../../platform/db/tables/documents.ts';
import type { Collection } from '../../platform/lists/collection.ts';
import type { Condition } from './search-conditions.queries.ts';
import { type Source, sourcesOf } from './search-source.queries.ts';

export type Sort = (typeof SORTS)[number];

/** Where a page begins: after these sort values. */
export type After = readonly [value: string, record: string];

export interface SearchPlan {
  readonly organization: string;
  readonly conditions: readonly Condition[];
  readonly match: RawBuilder<string> | null;
  /** What hits are ranked by; what they are found by where it is missing. */
  readonly rank?: RawBuilder<string> | null;
  readonly sort: Sort;
  readonly after: After | null;
  readonly limit: number;
  /** What is known of all documents; read where it is not given. */
  readonly collection?: Collection | null;
  /** Whether to return the total and the facets, over the first 1,000 hits. */
  readonly counts: boolean;
}

/** One value of one facet. */
export interface FacetRow {
  readonly kind: 'group' | 'documentType' | 'scope' | 'state' | 'label' | 'author' | 'year';
  readonly value: string;
  readonly count: number;
}

export interface SearchHits {
  readonly items: readonly { record: string; face: 'working' | 'published'; key: string }[];
  /** At most one more than the number up to which counts are exact. */
  readonly total: number | null;
  readonly facets: readonly FacetRow[] | null;
}

interface Order {
  /** Over `f`. As text it is part of the cursor. */
  readonly key: Condition;
  readonly type: Condition;
  readonly descending: boolean;
}

const ORDERS: Readonly<Record<Exclude<Sort, 'relevance'>, Order>> = {
  date: { key: sql`f.date`, type: sql`date`, descending: false },
  '-date': { key: sql`f.date`, type: sql`date`, descending: true },
  title: { key: sql`f.title_sort`, type: sql`text`, descending: false },
  '-title': { key: sql`f.title_sort`, type: sql`text`, descending: true },
  name: { key: sql`f.name_sort`, type: sql`text`, descending: false },
  '-name': { key: sql`f.name_sort`, type: sql`text`, descending: true },
  updatedAt: { key: sql`f.updated_at`, type: sql`timestamptz`, descending: false },
  '-updatedAt': { key: sql`f.updated_at`, type: sql`timestamptz`, descending: true },
};

const FACETS = sql`
  select json_agg(each) from (
    select 'group' as kind, group_id::text as value, count(*)::int as count from first group by group_id
    union all select 'documentType', document_type::text, count(*)::int from first where document_type is not null group by document_type
    union all select 'scope', scope, count(*)::int from first group by scope
    union all select 'state', state::text, count(*)::int from first group by state
    union all select 'label', label::text, count(*)::int from first, unnest(labels) label group by label
    union all select 'author', author::text, count(*)::int from first, unnest(authors) author group by author
    union all select 'year', to_char(date, 'YYYY'), count(*)::int from first group by to_char(date, 'YYYY')
  ) each`;

/** A page of hits and, where asked for, their counts. One statement, which reads the rows once. */
export async function searchFaces(executor: Executor, plan: SearchPlan): Promise<SearchHits> {
  const { organization, match, sort, after } = plan;
  const newestFirst = sort === 'relevance' || (sort === '-date' && after === null);
  const need = sort === 'relevance' ? COUNT_EXACT_MAX + 1 : readOf(plan);
  for await (const source of sourcesOf(
    executor,
    { organization, match, need, newestFirst },
    plan.collection,
  )) {
    const { read, ...hits } = await searchIn(executor, plan, source);
    if (!source.partial || read >= need) {
      return hits;
    }
  }
  throw new Error('the last source is never partial');
}

async function searchIn(
  executor: Executor,
  plan: SearchPlan,
  { from, where }: Source,
): Promise<SearchHits & { read: number }> {
  const conditions = sql.join([where, ...plan.conditions], sql` and `);
  const facets = plan.counts ? sql`(${FACETS})` : sql`null::json`;
  const body =
    plan.sort === 'relevance' && plan.match !== null
      ? byRelevance(plan, plan.rank ?? plan.match, from, conditions)
      : byOrder(plan, ORDERS[plan.sort === 'relevance' ? '-date' : plan.sort], from, conditions);
  const { rows } = await sql<{ items: SearchHits['items'] | null; read: number; facets: FacetRow[] | null }>`
    with ${body}, first as (select * from hits limit ${sql.lit(COUNT_EXACT_MAX)})
    select (select json_agg(json_build_object('record', record_id, 'face', face, 'key', key)) from page) as items,
      (select count(*)::int from hits) as read, ${facets} as facets
  `.execute(executor);
  const [row] = rows;
  const read = row?.read ?? 0;
  return {
    items: row?.items ?? [],
    read,
    total: plan.counts ? read : null,
    facets: plan.counts ? (row?.facets ?? []) : null,
  };
}

/** How many rows an order reads: those that are counted, or a page and one more. */
const readOf = ({ counts, limit }: SearchPlan): number => (counts ? COUNT_EXACT_MAX : limit) + 1;

const FACET_COLUMNS = sql`f.record_id, f.face, f.group_id, f.document_type, f.scope, f.state, f.labels, f.authors, f.date`;

/**
 * The newest 1,000 hits, best first; older ones are not ranked (docs/domain/search.md). Only title, names and notes are
 * ranked. Documents that have the words in their content alone follow, newest first: the vectors of a thousand contents
 * are not read.
 */
function byRelevance(
  plan: SearchPlan,
  rankedBy: RawBuilder<string>,
  from: Condition,
  conditions: Condition,
): Condition {
  const after = plan.after
    ? sql`where (rank, date, record_id) < (${plan.after[0].split(' ')[0]}::int, ${plan.after[0].split(' ')[1]}::date, ${plan.after[1]}::uuid)`
    : sql``;
  return sql`
    hits as materialized (
      select ${FACET_COLUMNS}, f.search_head from ${from} where ${conditions}
      order by f.date desc, f.record_id desc limit ${sql.lit(COUNT_EXACT_MAX + 1)}
    ),
    ranked as (
      select record_id, face, date, (ts_rank('{0.1,0.3,0.6,1}', search_head, ${rankedBy}) * 1e6)::int as rank
      from (select * from hits limit ${sql.lit(COUNT_EXACT_MAX)}) newest
    ),
    page as (
      select record_id, face, rank || ' ' || date as key from ranked ${after}
      order by rank desc, date desc, record_id desc limit ${sql.lit(plan.limit + 1)}
    )`;
}

function byOrder(plan: SearchPlan, order: Order, from: Condition, conditions: Condition): Condition {
  const direction = order.descending ? sql`desc` : sql`asc`;
  const sorted = sql`order by ${order.key} ${direction}, f.record_id ${direction}`;
  const after = plan.after
    ? sql`and (${order.key}, f.record_id) ${order.descending ? sql`<` : sql`>`} (${plan.after[0]}::${order.type}, ${plan.after[1]}::uuid)`
    : sql``;
  return sql`
    hits as materialized (
      select ${FACET_COLUMNS}, ${order.key}::text as key from ${from} where ${conditions} ${after}
      ${sorted} limit ${sql.lit(readOf(plan))}
    ),
    page as (select record_id, face, key from hits limit ${sql.lit(plan.limit + 1)})`;
}

export type HitRow = Omit<Selectable<RecordFacesTable>, 'search' | 'search_head'> & { rev: number };

/** The rows of a page in its order. */
export async function findHits(
  executor: Executor,
  hits: readonly { record: string; face: string }[],
): Promise<HitRow[]> {
  if (hits.length === 0) {
    return [];
  }
  const { rows } = await sql<HitRow>`
    select f.record_id, f.face, f.group_id, f.folder_id, f.scope, f.authors, f.version_id, f.number, f.state, f.title,
      f.name, f.notes, f.labels, f.document_type, f.code, f.date, f.expires_on, f.file_type, f.size, f.updated_at, r.rev
    from unnest(
      ${`{${hits.map(({ record }) => record).join(',')}}`}::uuid[], ${`{${hits.map(({ face }) => face).join(',')}}`}::text[]
    ) with ordinality as hit (record, face, place)
    join record_faces f on f.record_id = hit.record and f.face = hit.face
    join records r on r.id = f.record_id
    order by hit.place`.execute(executor);
  return rows;
}

/** Records with this title in a library, among those that the conditions allow. */
export async function findByTitle(
  executor: Executor,
  group: string,
  titleSort: string,
  conditions: readonly Condition[],
): Promise<{ record_id: string; title: string }[]> {
  const { rows } = await sql<{ record_id: string; title: string }>`
    select f.record_id, f.title from record_faces f
    where f.group_id = ${group}::uuid and f.title_sort = ${titleSort} and ${sql.join([...conditions], sql` and `)}
    order by f.record_id limit 1`.execute(executor);
  return rows;
}
