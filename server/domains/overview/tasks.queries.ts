import { type RawBuilder, sql } from 'kysely';
import { type RecordState, STATE } from '#shared/access/states.ts';
import { DOCUMENT_TASKS, type DocumentTask } from '#shared/overview/task-kinds.ts';
import type { Day } from '#shared/platform/days.ts';
import { COUNT_EXACT_MAX } from '#shared/platform/limits.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Executor } from '../../platform/db/change.ts';
import { visibleFaceCondition } from '../access/visibility.policy.ts';
import type { PlacedDocument } from '../compliance/compliance-mine.ts';
import {
  awaitingDecision,
  ownInStates,
  type Waiter,
  type WaitingColumns,
  waiterOf,
} from '../reviews/waiting.queries.ts';
import { NO_DAY, served, waitingSince } from '../reviews/waiting-order.queries.ts';

/** Where a page ends: the day and the age (in milliseconds since 1970, 0 for none) of its last task, and its id. */
export type TaskPosition = readonly [day: Day, since: number, id: string];

type Asked = Pick<WaitingColumns, 'asked_by' | 'message' | 'due_on' | 'asked_at' | 'named'>;

/** A document that waits for somebody, with all reasons. */
export interface DocumentTaskRow {
  readonly record: string;
  readonly face: 'working';
  /** The earliest due day of its reasons; `NO_DAY` where none has one. */
  readonly day: Day;
  readonly since: number;
  readonly reasons: readonly (Asked & { readonly kind: DocumentTask })[];
}

export interface DocumentTasksQuery {
  /** Only documents with this reason. */
  readonly kind: DocumentTask | undefined;
  /** Published documents that expire by this day count. */
  readonly expiringBy: Day;
  readonly after: TaskPosition | null;
  readonly limit: number;
  readonly counts: boolean;
}

export type DocumentCounts = Readonly<Record<DocumentTask | 'documents', number>>;

/** How many documents of a kind are looked at: the counts stop far below. */
const LOOKED_AT = sql.lit(10 * COUNT_EXACT_MAX);
/** In these states of its working copy nothing is under way that somebody else has to decide first. */
const RENEWABLE: readonly RecordState[] = [STATE.published, STATE.draft, STATE.rejected];

/** The columns of a reason for which nobody asks, of the row `f`. */
const unasked = (dueOn: RawBuilder<unknown>) => sql`
  f.version, f.state, f.updated_at, f.expires_on, null::uuid as asked_by, null::text as message,
  ${dueOn}::text as due_on, null::timestamptz as asked_at, false as named`;

/**
 * Documents that have expired or will by a day: an author's own, of which readers are served such a version, that wait for
 * nobody's decision and of which the author may send another version; and those that wait for a decision of this person
 * (`decided`), whose day says how urgent that is.
 */
function expiring({ viewer, groups }: Waiter, by: Day): RawBuilder<WaitingColumns> {
  return sql<WaitingColumns>`
    select f.record, f.face, ${unasked(sql`p.expires_on`)} from (
      select record_id as record, version_id as version, f.* from record_faces f
      where f.organization = ${viewer.organization}::uuid and f.face = 'working' and not f.deleted
        and f.state in (${sql.join(RENEWABLE.map((state) => sql.lit(state)))})
        and f.authors @> array[${viewer.user}::uuid] and f.group_id = any(${`{${groups.join(',')}}`}::uuid[])
        and ${visibleFaceCondition(viewer)}
    ) f
    join ${served(sql`f.record`)} and p.expires_on <= ${by}::date
    union
    select f.record, f.face, ${unasked(sql`f.expires_on`)} from decided f where f.expires_on <= ${by}::date`;
}

/** An author's rejected documents, where they may correct them. */
const rejected = (waiter: Waiter): RawBuilder<WaitingColumns> =>
  sql<WaitingColumns>`
    select own.* from (${ownInStates([STATE.rejected], waiter)}) own
    join record_faces at on at.record_id = own.record and at.face = 'working'
    where at.group_id = any(${`{${waiter.groups.join(',')}}`}::uuid[])`;

/**
 * Documents that wait for somebody, each once with all reasons, by day and then by age. One statement reads the page and
 * the counts, so that both are of one moment.
 * @returns `placed`: where the most urgent of all of them lie, whatever the page and its kind
 */
export async function findDocumentTasks(
  executor: Executor,
  actor: Actor,
  { kind, expiringBy, after, limit, counts }: DocumentTasksQuery,
): Promise<{ rows: DocumentTaskRow[]; placed: PlacedDocument[]; counts: DocumentCounts | null }> {
  const author = waiterOf(actor, 'upload');
  const because = (reason: DocumentTask, waiting: RawBuilder<WaitingColumns>) => sql`(
    select ${sql.lit(reason)} as kind, ${sql.lit(DOCUMENT_TASKS.indexOf(reason))} as place, w.*
    from (${waiting}) w limit ${LOOKED_AT})`;
  const from = after
    ? sql`where (day, since, record) > (${after[0]} collate "C", ${after[1]}::bigint, ${after[2]}::uuid)`
    : sql``;
  const only = kind ? sql`where ${kind} = any(kinds)` : sql``;
  const counted = sql.join(
    DOCUMENT_TASKS.map((each) => sql`'${sql.raw(each)}', count(*) filter (where ${each} = any(kinds))`),
  );
  const { rows } = await sql<{
    page: DocumentTaskRow[] | null;
    placed: PlacedDocument[] | null;
    counts: DocumentCounts | null;
  }>`
    with decided as materialized (
      ${because('review', awaitingDecision('review', waiterOf(actor, 'review')))}
      union all ${because('publish', awaitingDecision('publish', waiterOf(actor, 'publish')))}
      union all ${because('correct', rejected(author))}
    ),
    found as materialized (
      select record, min(face) as face, coalesce(min(due_on collate "C"), ${NO_DAY}) as day,
        array_agg(kind order by place) as kinds,
        json_agg(json_build_object('kind', kind, 'due_on', due_on, 'asked_by', asked_by, 'message', message,
          'asked_at', asked_at, 'named', named) order by place) as reasons,
        (array_agg(version))[1] as version, (array_agg(state))[1] as state, max(updated_at) as updated_at,
        bool_or(kind <> 'expire') as waits
      from (select * from decided union all ${because('expire', expiring(author, expiringBy))}) each group by record
    ),
    aged as materialized (
      select found.*, case when waits then ${waitingSince(sql`found`)} else 0 end as since
      from found ${only}
    ),
    page as (
      select record, face, day, since, reasons from aged ${from}
      order by day collate "C", since, record limit ${sql.lit(limit)}
    )
    select (select json_agg(page order by day collate "C", since, record) from page) as page,
      (select json_agg(urgent) from (
        select found.record, coalesce(f.folder_id, f.group_id) as place
        from found join record_faces f on f.record_id = found.record and f.face = 'working'
        order by day collate "C", record limit ${sql.lit(COUNT_EXACT_MAX)}
      ) urgent) as placed,
      ${counts ? sql`(select json_build_object('documents', count(*), ${counted}) from found)` : sql`null::json`} as counts
  `.execute(executor);
  const [row] = rows;
  return {
    rows: (row?.page ?? []).map((each) => ({
      ...each,
      reasons: each.reasons.map((reason) => ({
        ...reason,
        asked_at: reason.asked_at && new Date(reason.asked_at),
      })),
    })),
    placed: row?.placed ?? [],
    counts: row?.counts ?? null,
  };
}
