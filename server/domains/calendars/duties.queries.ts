import { sql } from 'kysely';
import type { Day } from '#shared/platform/days.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Executor } from '../../platform/db/change.ts';
import { mayMakeCalendars } from './calendars.policy.ts';
import { type ListedOccurrence, listed } from './occurrences.queries.ts';

/** Where a page of due days goes on: after this day and due day. */
export type DutyPosition = readonly [day: Day, occurrence: string];

/**
 * Open due days that are somebody's to meet, of calendars that are in use. From the first day of warning on they are
 * whoever's is responsible; once over, the backup's too. Where nobody is named, they are the calendar's editors', else
 * whoever's made it (as notices choose their people, occurrence-notices.ts).
 */
function duties(executor: Executor, actor: Actor, now: Date) {
  const me = sql`${actor.user}::uuid`;
  const today = sql`(${now}::timestamptz at time zone c.timezone)::date`;
  const come = sql`o.due_on <= ${today} + coalesce((select max(days) from unnest(b.lead_days) days), 0)`;
  const unnamedAreMine = sql`(
    exists (select 1 from calendar_editors e where e.calendar_id = c.id and e.user_id = ${me})
    or (${mayMakeCalendars(actor)}::boolean and c.created_by = ${me}
      and not exists (select 1 from calendar_editors e where e.calendar_id = c.id)))`;
  return listed(executor, actor.organization)
    .where('o.decision', '=', 'open')
    .where('c.active', '=', true)
    .where(
      sql<boolean>`(
        (b.responsible = ${me} or (b.responsible is null and b.backup = ${me})) and ${come}
        or b.backup = ${me} and o.due_on < ${today}
        or b.responsible is null and b.backup is null and ${come} and ${unnamedAreMine})`,
    );
}

/** A page of them, the earliest first. */
export async function findDuties(
  executor: Executor,
  actor: Actor,
  now: Date,
  { after, limit }: { readonly after: DutyPosition | null; readonly limit: number },
): Promise<ListedOccurrence[]> {
  let query = duties(executor, actor, now).orderBy('o.due_on').orderBy('o.id').limit(limit);
  if (after) query = query.where(sql<boolean>`(o.due_on, o.id) > (${after[0]}::date, ${after[1]}::uuid)`);
  return query.execute();
}

/** How many there are. */
export async function countDuties(executor: Executor, actor: Actor, now: Date): Promise<number> {
  const row = await duties(executor, actor, now)
    .clearSelect()
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}
