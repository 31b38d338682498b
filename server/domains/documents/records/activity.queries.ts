import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { STATE } from '#shared/access/states.ts';
import { ACTIVITY_KINDS } from '#shared/documents/activity.schemas.ts';
import type { Executor } from '../../../platform/db/change.ts';
import type { AuditEventsTable } from '../../../platform/db/tables/events.ts';

export type ActivityRow = Pick<
  Selectable<AuditEventsTable>,
  'id' | 'actor' | 'action' | 'before' | 'after' | 'at'
>;

/**
 * The actions by which a record becomes published: its first version may be published at once, any later one by a
 * change of state.
 */
const PUBLISHING = ['record.state', 'version.confirm'];

/**
 * What happened to a record, newest first, from its audit trail. Does not check visibility: callers must have done so.
 * @param publishedOnly only that it was published, or taken back: what readers are told
 */
export async function findActivity(
  executor: Executor,
  organization: string,
  record: string,
  page: { publishedOnly: boolean; after: { at: string; id: string } | null; limit: number },
): Promise<ActivityRow[]> {
  const { publishedOnly, after, limit } = page;
  return executor
    .selectFrom('audit_events')
    .select(['id', 'actor', 'action', 'before', 'after', 'at'])
    .where('organization', '=', organization)
    .where('target_type', '=', 'record')
    .where('target_id', '=', record)
    .where('action', 'in', publishedOnly ? PUBLISHING : [...ACTIVITY_KINDS])
    .$if(publishedOnly, (query) =>
      query.where(sql<boolean>`after ->> 'state' in (${String(STATE.published)}, ${String(STATE.obsolete)})`),
    )
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(at, id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Who sent the first version of a record by a link; null where somebody of the organization brought it. */
export async function findFirstSender(executor: Executor, record: string): Promise<string | null> {
  const row = await executor
    .selectFrom('versions')
    .select('sender')
    .where('record_id', '=', record)
    .where('number', '=', 1)
    .executeTakeFirst();
  return row?.sender ?? null;
}
