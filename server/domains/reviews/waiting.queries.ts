import { type RawBuilder, sql } from 'kysely';
import type { LibraryRole } from '#shared/access/roles.ts';
import { type RecordState, STATE } from '#shared/access/states.ts';
import type { Viewer } from '#shared/access/visibility.ts';
import type { Day } from '#shared/platform/days.ts';
import { type Actor, hasRole } from '../../platform/actor.ts';
import type { ReviewRequestsTable } from '../../platform/db/tables/documents.ts';
import { visibleFaceCondition } from '../access/visibility.policy.ts';
import { served } from './waiting-order.queries.ts';

/** A decision that a document waits for. */
export type AwaitedDecision = 'review' | 'publish';

/**
 * The states in which a version waits for a decision, and the requests for it. What is approved waits for publication
 * without being asked for: the decision about it is the publisher's.
 */
const AWAITED: Readonly<
  Record<AwaitedDecision, { states: readonly RecordState[]; kind: ReviewRequestsTable['kind'] }>
> = {
  review: { states: [STATE.pendingReview], kind: 'review' },
  publish: { states: [STATE.approved, STATE.pendingPublication], kind: 'publication' },
};

/** Where somebody looks for what waits for them. */
export interface Waiter {
  readonly viewer: Viewer;
  /** Their libraries that are in use and in which they hold the role of the decision. */
  readonly groups: readonly string[];
  /** Archived libraries: nothing can be decided there. */
  readonly archived: readonly string[];
}

/** Somebody in the libraries where they can act. */
export const waiterOf = (actor: Actor, role: LibraryRole | null): Waiter => ({
  viewer: actor,
  groups: actor.memberships
    .filter(({ group }) => role !== null && hasRole(actor, group, role))
    .map(({ group }) => group),
  archived: actor.archived,
});

/** The columns that the queries below give. Those of the request are null where nobody asked. */
export interface WaitingColumns {
  readonly record: string;
  readonly face: 'working';
  readonly version: string | null;
  readonly state: RecordState;
  readonly updated_at: Date;
  /** When it expires: what readers are served counts, else what will be published. */
  readonly expires_on: Day | null;
  readonly asked_by: string | null;
  readonly message: string | null;
  readonly due_on: string | null;
  readonly asked_at: Date | null;
  /** Whether the request names the viewer. */
  readonly named: boolean;
}

const uuids = (ids: readonly string[]): RawBuilder<string[]> => sql`${`{${ids.join(',')}}`}::uuid[]`;
const expiry = sql`coalesce(p.expires_on, case when p.record_id is null then f.expires_on end) as expires_on`;
const states = (list: readonly RecordState[]) => sql.join(list.map((state) => sql.lit(state)));

/**
 * Documents that wait for a decision of somebody: all those in its states where they hold its role, and those for which
 * they were asked by name. Each with its most urgent open request.
 */
export function awaitingDecision(decision: AwaitedDecision, waiter: Waiter): RawBuilder<WaitingColumns> {
  const { viewer, groups, archived } = waiter;
  const { states: waiting, kind } = AWAITED[decision];
  const me = sql`array[${viewer.user}::uuid]`;
  const organization = sql`organization = ${viewer.organization}::uuid`;
  return sql<WaitingColumns>`
    select f.record_id as record, f.face, f.version_id as version, f.state, f.updated_at, ${expiry},
      q.asked_by, q.message, q.due_on::text as due_on, q.created_at as asked_at, coalesce(q.named, false) as named
    from (
      select record_id from record_faces where ${organization} and face = 'working' and not deleted
        and state in (${states(waiting)}) and group_id = any(${uuids(groups)})
      union
      select record_id from review_requests where ${organization} and kind = ${kind} and ended_at is null
        and asked @> ${me}
    ) each
    join record_faces f on f.record_id = each.record_id and f.face = 'working'
    join records r on r.id = f.record_id
    left join ${served(sql`f.record_id`)}
    left join lateral (
      select *, asked @> ${me} as named from review_requests
      where record_id = f.record_id and version_id = r.current_version and ended_at is null and kind = ${kind}
      order by asked @> ${me} desc, due_on nulls last, created_at desc limit 1
    ) q on true
    where ${visibleFaceCondition(viewer)} and f.group_id <> all(${uuids(archived)})
      and (f.state in (${states(waiting)}) and f.group_id = any(${uuids(groups)}) or q.named)`;
}

/** An author's own documents in one of these states, in libraries that are in use. */
export function ownInStates(
  wanted: readonly RecordState[],
  { viewer, archived }: Pick<Waiter, 'viewer' | 'archived'>,
): RawBuilder<WaitingColumns> {
  return sql<WaitingColumns>`
    select f.record_id as record, f.face, f.version_id as version, f.state, f.updated_at, ${expiry},
      null::uuid as asked_by, null::text as message, null::text as due_on, null::timestamptz as asked_at,
      false as named
    from record_faces f
    left join ${served(sql`f.record_id`)}
    where f.organization = ${viewer.organization}::uuid and f.face = 'working' and not f.deleted
      and f.state in (${states(wanted)}) and f.authors @> array[${viewer.user}::uuid]
      and ${visibleFaceCondition(viewer)} and f.group_id <> all(${uuids(archived)})`;
}
