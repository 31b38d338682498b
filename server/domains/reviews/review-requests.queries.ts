import { type Insertable, type RawBuilder, sql, type Transaction } from 'kysely';
import { type RecordState, STATE } from '#shared/access/states.ts';
import type { Day } from '#shared/platform/days.ts';
import { COUNT_EXACT_MAX } from '#shared/platform/limits.ts';
import type { PENDING_SECTIONS } from '#shared/reviews/reviews.schemas.ts';
import type { Executor } from '../../platform/db/change.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { ReviewRequestsTable } from '../../platform/db/tables/documents.ts';
import { awaitingDecision, ownInStates, type Waiter, type WaitingColumns } from './waiting.queries.ts';
import { NO_DAY, waitingSince } from './waiting-order.queries.ts';

export type RequestKind = ReviewRequestsTable['kind'];
export type PendingSection = (typeof PENDING_SECTIONS)[number];

export async function insertRequests(
  trx: Transaction<Schema>,
  rows: readonly Insertable<ReviewRequestsTable>[],
): Promise<void> {
  if (rows.length > 0) await trx.insertInto('review_requests').values(rows).execute();
}

/** What is asked of whoever decides about what waits in this state. */
export function kindIn(state: RecordState): RequestKind | undefined {
  if (state === STATE.pendingReview) return 'review';
  return state === STATE.pendingPublication ? 'publication' : undefined;
}

/**
 * Ends the open requests of a version that was decided, and those of earlier versions. Those are open to nobody
 * (openRequests), but would accumulate. Requests for a draft on top of a version that is made obsolete stay, and so do
 * those for the very decision that it waits for now.
 */
export async function endRequests(
  trx: Transaction<Schema>,
  record: string,
  { version, state }: { readonly version: string; readonly state: RecordState },
  at: Date,
): Promise<void> {
  await sql`
    update review_requests set ended_at = ${at} where record_id = ${record} and ended_at is null
      and (version_id = ${version} and kind is distinct from ${kindIn(state) ?? null}
        or version_id <> (select current_version from records where id = ${record}))
  `.execute(trx);
}

/** Whom the open requests of this kind for a version name, one list each; an empty one names everybody with the role. */
export async function peopleAsked(
  executor: Executor,
  version: string,
  kind: RequestKind,
): Promise<(readonly string[])[]> {
  const rows = await executor
    .selectFrom('review_requests')
    .select('asked')
    .where('version_id', '=', version)
    .where('kind', '=', kind)
    .where('ended_at', 'is', null)
    .execute();
  return rows.map(({ asked }) => asked);
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
export interface PendingRow extends Omit<WaitingColumns, 'updated_at' | 'expires_on'> {
  readonly key: string;
}

export interface PendingQuery extends Waiter {
  readonly section: PendingSection;
  /** Documents that expire by this day are urgent for it. */
  readonly expiringBy: Day;
  readonly after: readonly [key: string, record: string] | null;
  readonly limit: number;
  readonly counts: boolean;
}

/** Times as text of one length, so that one sort key can hold a day and an age. */
const longest = sql`lpad(${waitingSince(sql`w`)}::text, 15, '0')`;
const newest = sql`lpad((999999999999999 - (extract(epoch from w.updated_at) * 1000)::bigint)::text, 15, '0')`;

interface Plan {
  readonly waiting: RawBuilder<WaitingColumns>;
  readonly key: RawBuilder<unknown>;
}

function planOf({ section, expiringBy, ...waiter }: PendingQuery): Plan {
  if (section === 'mine') {
    return {
      waiting: ownInStates([STATE.draft, STATE.rejected], waiter),
      // Rejected drafts come before drafts that were never sent.
      key: sql`(case when w.state = ${sql.lit(STATE.rejected)} then '0 ' else '1 ' end) || ${newest}`,
    };
  }
  return {
    waiting: awaitingDecision(section, waiter),
    // The order of the tasks (overview/tasks.queries.ts), which are the same documents among others.
    key: sql`least(w.due_on collate "C", (case when w.expires_on <= ${expiringBy}::date then w.expires_on end)::text
      collate "C", ${NO_DAY}) || ' ' || ${longest}`,
  };
}

/** A page of what waits for somebody, most urgent first. The first page has the total. */
export async function findPendingDecisions(
  executor: Executor,
  query: PendingQuery,
): Promise<{ rows: PendingRow[]; total: number | null }> {
  const { waiting, key } = planOf(query);
  const after = query.after
    ? sql`where (key, record) > (${query.after[0]} collate "C", ${query.after[1]}::uuid)`
    : sql``;
  const { rows } = await sql<{ page: PendingRow[] | null; total: number | null }>`
    with found as materialized (
      select w.*, (${key}) collate "C" as key from (${waiting}) w limit ${sql.lit(10 * COUNT_EXACT_MAX)}
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
