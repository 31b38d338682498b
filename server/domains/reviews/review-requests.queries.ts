import { type Insertable, type RawBuilder, sql, type Transaction } from 'kysely';
import { STATE } from '#shared/access/states.ts';
import type { Viewer } from '#shared/access/visibility.ts';
import { COUNT_EXACT_MAX } from '#shared/platform/limits.ts';
import type { PENDING_SECTIONS } from '#shared/reviews/reviews.schemas.ts';
import type { Executor } from '../../platform/db/change.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { ReviewRequestsTable } from '../../platform/db/tables/documents.ts';
import { visibleFaceCondition } from '../access/visibility.policy.ts';

export type RequestKind = ReviewRequestsTable['kind'];
export type PendingSection = (typeof PENDING_SECTIONS)[number];

export async function insertRequest(
  trx: Transaction<Schema>,
  row: Insertable<ReviewRequestsTable>,
): Promise<void> {
  await trx.insertInto('review_requests').values(row).execute();
}

/**
 * Ends the open requests of a version that was decided, and those of earlier versions. Those are open to nobody
 * (openRequests), but would accumulate. Requests for a draft on top of a version that is made obsolete stay.
 */
export async function endRequests(
  trx: Transaction<Schema>,
  record: string,
  version: string,
  at: Date,
): Promise<void> {
  await sql`
    update review_requests set ended_at = ${at} where record_id = ${record} and ended_at is null
      and (version_id = ${version} or version_id <> (select current_version from records where id = ${record}))
  `.execute(trx);
}

/** The open requests for a record's current version, newest first. */
export function openRequests(executor: Executor, record: string) {
  return executor
    .selectFrom('review_requests as q')
    .innerJoin('records as r', 'r.id', 'q.record_id')
    .whereRef('r.current_version', '=', 'q.version_id')
    .where('q.record_id', '=', record)
    .where('q.ended_at', 'is', null)
    .selectAll('q')
    .orderBy('q.created_at', 'desc')
    .orderBy('q.id', 'desc')
    .execute();
}

/** A document that waits for somebody, and what was asked of it. */
export interface PendingRow {
  readonly record: string;
  readonly face: 'working' | 'published';
  readonly key: string;
  readonly request: string | null;
  readonly asked_by: string | null;
  readonly message: string | null;
  readonly due_on: string | null;
  readonly asked_at: Date | null;
  readonly named: boolean;
}

export interface PendingQuery {
  readonly section: PendingSection;
  /** Libraries in which the viewer holds the role that the section needs. */
  readonly groups: readonly string[];
  readonly after: readonly [key: string, record: string] | null;
  readonly limit: number;
  readonly counts: boolean;
}

const NO_DAY = '9999-12-31';
/** Times as text of one length, so that one sort key can hold a day, an age and a name. */
const oldest = sql`lpad((extract(epoch from f.updated_at) * 1000)::bigint::text, 15, '0')`;
const newest = sql`lpad((999999999999999 - (extract(epoch from f.updated_at) * 1000)::bigint)::text, 15, '0')`;

interface Plan {
  /** Ids of the records to consider. */
  readonly among: RawBuilder<unknown>;
  readonly kind: RequestKind | null;
  readonly key: RawBuilder<unknown>;
}

function planOf({ section, groups }: PendingQuery, viewer: Viewer): Plan {
  const me = sql`array[${viewer.user}::uuid]`;
  const organization = sql`organization = ${viewer.organization}::uuid`;
  if (section === 'mine') {
    return {
      among: sql`
        select record_id from record_faces where ${organization} and face = 'working' and not deleted
          and state in (${sql.lit(STATE.draft)}, ${sql.lit(STATE.rejected)}) and authors @> ${me}`,
      kind: null,
      // Rejected drafts come before drafts that were never sent.
      key: sql`(case when f.state = ${sql.lit(STATE.rejected)} then '0 ' else '1 ' end) || ${newest}`,
    };
  }
  const state = section === 'review' ? STATE.pendingReview : STATE.pendingPublication;
  const kind = section === 'review' ? 'review' : 'publication';
  return {
    among: sql`
      select record_id from record_faces where ${organization} and face = 'working' and not deleted
        and state = ${sql.lit(state)} and group_id = any(${`{${groups.join(',')}}`}::uuid[])
      union
      select record_id from review_requests where ${organization} and kind = ${kind} and ended_at is null
        and asked @> ${me}`,
    kind,
    // First what was asked of them by name, then the earliest due day, then the longest wait.
    key: sql`(case when q.named then '0 ' else '1 ' end)
      || coalesce(q.due_on::text, ${NO_DAY}) || ' ' || ${oldest}`,
  };
}

/** A page of what waits for somebody, most urgent first. The first page has the total. */
export async function findPendingDecisions(
  executor: Executor,
  viewer: Viewer,
  query: PendingQuery,
): Promise<{ rows: PendingRow[]; total: number | null }> {
  const { among, kind, key } = planOf(query, viewer);
  const after = query.after
    ? sql`where (key, record) > (${query.after[0]} collate "C", ${query.after[1]}::uuid)`
    : sql``;
  const { rows } = await sql<{ page: PendingRow[] | null; total: number | null }>`
    with found as materialized (
      select f.record_id as record, f.face, (${key}) collate "C" as key,
        q.id as request, q.asked_by, q.message, q.due_on::text as due_on, q.created_at as asked_at,
        coalesce(q.named, false) as named
      from (${among}) each
      join record_faces f on f.record_id = each.record_id and f.face = 'working'
      join records r on r.id = f.record_id
      left join lateral (
        select *, asked @> array[${viewer.user}::uuid] as named from review_requests
        where record_id = f.record_id and version_id = r.current_version and ended_at is null
          and kind = ${kind ?? 'review'}
        order by asked @> array[${viewer.user}::uuid] desc, due_on nulls last, created_at desc limit 1
      ) q on ${kind === null ? sql`false` : sql`true`}
      where ${visibleFaceCondition(viewer)}
        and ${kind === null ? sql`true` : sql`(f.state in (5, 6) and f.group_id = any(${`{${query.groups.join(',')}}`}::uuid[]) or q.named)`}
      limit ${sql.lit(10 * COUNT_EXACT_MAX)}
    ),
    page as (select * from found ${after} order by key, record limit ${sql.lit(query.limit + 1)})
    select (select json_agg(page order by key, record) from page) as page,
      ${query.counts ? sql`(select count(*)::int from found)` : sql`null::int`} as total
  `.execute(executor);
  const [row] = rows;
  return {
    rows: (row?.page ?? []).map((each) => ({ ...each, asked_at: each.asked_at && new Date(each.asked_at) })),
    total: row?.total ?? null,
  };
}
