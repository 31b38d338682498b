import { sql } from 'kysely';
import type { Day } from '#shared/platform/days.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Executor } from '../../../platform/db/change.ts';
import { mayMakeCalendars } from '../calendars.policy.ts';
import { type ListedOccurrence, listed } from './occurrences.queries.ts';

/** Where a page of due days goes on: after this day and due day. */
export type DutyPosition = readonly [day: Day, occurrence: string];

/** Days within which somebody is reminded of what comes, whether it was warned of yet or not. */
const COMING_DAYS = 7;

/** The day that it is where a calendar is. */
const todayOf = (now: Date) => sql`(${now}::timestamptz at time zone c.timezone)::date`;

/** Who is named, while their account is in use: somebody who has left meets nothing, and hides no due day from others. */
const responsible = sql`(select u.id from users u where u.id = b.responsible and u.enabled)`;
const backup = sql`(select u.id from users u where u.id = b.backup and u.enabled)`;

/**
 * Whether nobody is named, and the due day is its calendar's editors', else whoever's made it, else of those who administer:
 * the actor is one of them.
 */
const unnamedAreMine = (actor: Actor) => sql`(
  ${responsible} is null and ${backup} is null and (
    exists (select 1 from calendar_editors e where e.calendar_id = c.id and e.user_id = ${actor.user}::uuid)
    or ((${mayMakeCalendars(actor)}::boolean and c.created_by = ${actor.user}::uuid
        or ${actor.isAdmin}::boolean and not exists (select from users u where u.id = c.created_by and u.enabled))
      and not exists (
        select 1 from calendar_editors e join users u on u.id = e.user_id and u.enabled where e.calendar_id = c.id))))`;

/**
 * Whether a due day is the actor's to meet now, else false or null. From the first day of warning on they are whoever's is
 * responsible; once over, the backup's too. Where nobody is named, they are the calendar's editors', else whoever's made it
 * (as notices choose their people, occurrence-notices.ts). Whoever is asked for a document has it too, until they answer.
 */
function isTask(actor: Actor, now: Date) {
  const me = sql`${actor.user}::uuid`;
  const today = todayOf(now);
  const come = sql`o.due_on <= ${today} + coalesce((select max(days) from unnest(b.lead_days) days), 0)`;
  return sql<boolean>`(
    (${responsible} = ${me} or (${responsible} is null and ${backup} = ${me})) and ${come}
    or ${backup} = ${me} and o.due_on < ${today}
    or ${come} and ${unnamedAreMine(actor)}
    or exists (select from occurrence_comments q
      where q.occurrence_id = o.id and q.asks = ${me} and q.answer is null))`;
}

/** Open due days of calendars that are in use. */
const open = (executor: Executor, organization: string) =>
  listed(executor, organization).where('o.decision', '=', 'open').where('c.active', '=', true);

/** Those of them that are somebody's to meet. */
const duties = (executor: Executor, actor: Actor, now: Date) =>
  open(executor, actor.organization).where(isTask(actor, now));

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

/** The first of a list by day, and how many there are. */
export interface FewDueDays {
  readonly rows: readonly ListedOccurrence[];
  readonly count: number;
}

async function few(query: ReturnType<typeof open>, limit: number): Promise<FewDueDays> {
  const rows = await query
    .select(sql<number>`(count(*) over ())::int`.as('total'))
    .orderBy('o.due_on')
    .orderBy(sql`lower(b.title) collate "C"`)
    .orderBy('o.id')
    .limit(limit)
    .execute();
  return { rows, count: rows[0]?.total ?? 0 };
}

/** What is overdue in the whole organization and is for others to meet, the longest overdue first. */
export const findOthersOverdue = (
  executor: Executor,
  actor: Actor,
  now: Date,
  limit: number,
): Promise<FewDueDays> =>
  few(
    open(executor, actor.organization)
      .where(sql<boolean>`o.due_on < ${todayOf(now)}`)
      .where(sql<boolean>`${isTask(actor, now)} is not true`),
    limit,
  );

/** What the actor has to do with within a week and is not theirs to meet yet: as the backup, or before its first warning. */
export function findComing(executor: Executor, actor: Actor, now: Date, limit: number): Promise<FewDueDays> {
  const me = sql`${actor.user}::uuid`;
  const today = todayOf(now);
  return few(
    open(executor, actor.organization)
      .where(sql<boolean>`o.due_on between ${today} and ${today} + ${sql.lit(COMING_DAYS)}`)
      .where(sql<boolean>`(${responsible} = ${me} or ${backup} = ${me} or ${unnamedAreMine(actor)})`)
      .where(sql<boolean>`${isTask(actor, now)} is not true`),
    limit,
  );
}
