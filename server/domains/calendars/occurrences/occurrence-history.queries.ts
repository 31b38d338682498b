import { type Selectable, sql } from 'kysely';
import { HISTORY_KINDS } from '#shared/calendars/calendars.schemas.ts';
import type { Executor } from '../../../platform/db/change.ts';
import type { AuditEventsTable } from '../../../platform/db/tables/events.ts';
import type { ListedOccurrence } from './occurrences.queries.ts';

export type OccurrenceEvent = Pick<
  Selectable<AuditEventsTable>,
  'id' | 'actor' | 'action' | 'before' | 'after' | 'at' | 'target_id'
>;

/** What happens to a document that is linked. */
const OF_RECORDS = { gone: 'record.delete', back: 'record.restore' } as const;

const ACTIONS = HISTORY_KINDS.flatMap((kind) =>
  kind === 'people' || kind in OF_RECORDS
    ? []
    : [kind === 'link' || kind === 'unlink' ? `occurrence.evidence.${kind}` : `occurrence.${kind}`],
);

/**
 * What the trail has of a due day, newest first, and that its obligation was given to somebody else since it was made. Does
 * not check which documents the reader sees: callers must do so.
 */
export async function findOccurrenceEvents(
  executor: Executor,
  row: Pick<ListedOccurrence, 'id' | 'organization' | 'obligation_id' | 'created_at'>,
  limit: number,
): Promise<OccurrenceEvent[]> {
  const { rows } = await sql<OccurrenceEvent>`
    select id, actor, action, before, after, at, target_id from audit_events
    where organization = ${row.organization}::uuid and target_id in (${row.id}::uuid, ${row.obligation_id}::uuid)
      and (action = any(${ACTIONS}::text[])
        or (action = 'obligation.update' and at >= ${row.created_at}::timestamptz
          and after -> 'responsible' is not null))
    order by at desc, id desc limit ${limit}`.execute(executor);
  return rows;
}

/** That these documents were deleted, or had back from the bin. Does not check visibility. */
export async function findDeletions(
  executor: Executor,
  organization: string,
  records: readonly string[],
  limit: number,
): Promise<OccurrenceEvent[]> {
  if (records.length === 0) return [];
  return executor
    .selectFrom('audit_events')
    .select(['id', 'actor', 'action', 'before', 'after', 'at', 'target_id'])
    .where('organization', '=', organization)
    .where('target_id', 'in', [...records])
    .where('action', 'in', Object.values(OF_RECORDS))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
