import { type Insertable, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import { NO_HOLIDAYS } from '#shared/organization/holidays.ts';
import { organizationHolidays } from '#shared/organization/organization-holidays.ts';
import type { ChosenSettings } from '#shared/organization/settings.ts';
import type { Day, Holidays } from '#shared/platform/days.ts';
import type { Executor } from '../../platform/db/change.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { CalendarsTable, ObligationsTable } from '../../platform/db/tables/calendars.ts';

export type CalendarRow = Selectable<CalendarsTable>;
export type ObligationRow = Selectable<ObligationsTable>;

/** A calendar with the ids of its editors and libraries. */
export interface KnownCalendar extends CalendarRow {
  readonly editors: string[];
  readonly groups: string[];
  /** The days on which nobody works: the organization's, or none. */
  readonly free: Holidays;
}

/** The calendars of an organization by name, all or those with these ids. */
export async function findCalendars(
  executor: Executor,
  organization: string,
  ids?: readonly string[],
): Promise<KnownCalendar[]> {
  if (ids?.length === 0) return [];
  let query = executor
    .selectFrom('calendars as c')
    .innerJoin('organizations as o', 'o.id', 'c.organization')
    .selectAll('c')
    .select([
      sql<string[]>`array(select user_id from calendar_editors e where e.calendar_id = c.id)`.as('editors'),
      sql<string[]>`array(select group_id from calendar_groups g where g.calendar_id = c.id)`.as('groups'),
      sql<ChosenSettings['holidays'] | null>`o.settings -> 'holidays'`.as('chosen'),
    ])
    .where('c.organization', '=', organization)
    .orderBy(sql`c.name_key collate "C"`);
  if (ids) query = query.where('c.id', 'in', [...ids]);
  return (await query.execute()).map(({ chosen, ...row }) => ({
    ...row,
    free: row.holidays === 'none' ? NO_HOLIDAYS : organizationHolidays(chosen),
  }));
}

export async function findCalendar(
  executor: Executor,
  organization: string,
  id: string,
): Promise<KnownCalendar | undefined> {
  return (await findCalendars(executor, organization, [id]))[0];
}

/** Locks the calendar to the end of the transaction. Every change of it or of its obligations locks it first. */
export async function lockCalendar(
  trx: Transaction<Schema>,
  organization: string,
  id: string,
): Promise<KnownCalendar | undefined> {
  await trx
    .selectFrom('calendars')
    .select('id')
    .where('organization', '=', organization)
    .where('id', '=', id)
    .forUpdate()
    .execute();
  return findCalendar(trx, organization, id);
}

export async function isNameTaken(
  executor: Executor,
  organization: string,
  key: string,
  except: string | null,
): Promise<boolean> {
  let query = executor
    .selectFrom('calendars')
    .select('id')
    .where('organization', '=', organization)
    .where('name_key', '=', key);
  if (except) query = query.where('id', '<>', except);
  return (await query.executeTakeFirst()) !== undefined;
}

export async function insertCalendar(
  trx: Transaction<Schema>,
  row: Insertable<CalendarsTable>,
): Promise<void> {
  await trx.insertInto('calendars').values(row).execute();
}

export async function updateCalendar(
  trx: Transaction<Schema>,
  id: string,
  set: Updateable<CalendarsTable>,
): Promise<void> {
  await trx.updateTable('calendars').set(set).where('id', '=', id).execute();
}

export async function deleteCalendar(trx: Transaction<Schema>, id: string): Promise<void> {
  await trx.deleteFrom('calendars').where('id', '=', id).execute();
}

/** Replaces the editors and libraries of a calendar. */
export async function setCalendarPeople(
  trx: Transaction<Schema>,
  organization: string,
  calendar: string,
  { editors, groups }: { readonly editors: readonly string[]; readonly groups: readonly string[] },
): Promise<void> {
  await trx.deleteFrom('calendar_editors').where('calendar_id', '=', calendar).execute();
  await trx.deleteFrom('calendar_groups').where('calendar_id', '=', calendar).execute();
  const of = { organization, calendar_id: calendar };
  if (editors.length > 0)
    await trx
      .insertInto('calendar_editors')
      .values(editors.map((user_id) => ({ ...of, user_id })))
      .execute();
  if (groups.length > 0)
    await trx
      .insertInto('calendar_groups')
      .values(groups.map((group_id) => ({ ...of, group_id })))
      .execute();
}

export interface CalendarFigures {
  readonly calendar: string;
  readonly obligations: number;
  readonly overdue: number;
  readonly dueSoon: number;
  readonly nextDueOn: Day | null;
}

/** How many due days are open in each calendar, by the day in its time zone. */
export async function findFigures(
  executor: Executor,
  organization: string,
  now: Date,
): Promise<CalendarFigures[]> {
  const { rows } = await sql<CalendarFigures>`
    select c.id as calendar,
      (select count(*)::int from obligations b where b.calendar_id = c.id) as obligations,
      count(*) filter (where o.due_on < t.today)::int as overdue,
      count(*) filter (where o.due_on between t.today and t.today + 30)::int as "dueSoon",
      min(o.due_on) filter (where o.due_on >= t.today) as "nextDueOn"
    from calendars c
    cross join lateral (select (${now}::timestamptz at time zone c.timezone)::date as today) t
    left join occurrences o on o.calendar_id = c.id and o.decision = 'open'
    where c.organization = ${organization}::uuid
    group by c.id
  `.execute(executor);
  return rows;
}

export function findObligations(executor: Executor, calendar: string): Promise<ObligationRow[]> {
  return executor
    .selectFrom('obligations')
    .selectAll()
    .where('calendar_id', '=', calendar)
    .orderBy(sql`lower(title) collate "C"`)
    .orderBy('id')
    .execute();
}

export function findObligation(
  executor: Executor,
  organization: string,
  id: string,
): Promise<ObligationRow | undefined> {
  return executor
    .selectFrom('obligations')
    .selectAll()
    .where('organization', '=', organization)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Locks an obligation to the end of the transaction, so that its due days are made by one process at a time. */
export function lockObligation(
  trx: Transaction<Schema>,
  organization: string,
  id: string,
): Promise<ObligationRow | undefined> {
  return trx
    .selectFrom('obligations')
    .selectAll()
    .where('organization', '=', organization)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function insertObligation(
  trx: Transaction<Schema>,
  row: Insertable<ObligationsTable>,
): Promise<ObligationRow> {
  return trx.insertInto('obligations').values(row).returningAll().executeTakeFirstOrThrow();
}

export function updateObligation(
  trx: Transaction<Schema>,
  id: string,
  set: Updateable<ObligationsTable>,
): Promise<ObligationRow> {
  return trx
    .updateTable('obligations')
    .set(set)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteObligation(trx: Transaction<Schema>, id: string): Promise<void> {
  await trx.deleteFrom('obligations').where('id', '=', id).execute();
}

/** Obligations of active calendars whose due days do not reach far enough ahead. */
export async function findObligationsToExtend(
  executor: Executor,
  now: Date,
  monthsAhead: number,
  limit: number,
): Promise<{ id: string; organization: string }[]> {
  const { rows } = await sql<{ id: string; organization: string }>`
    select b.id, b.organization from obligations b join calendars c on c.id = b.calendar_id
    where c.active and (b.made_to is null or b.made_to < (
      (${now}::timestamptz at time zone c.timezone)::date + make_interval(months => ${monthsAhead}::int))::date)
    order by b.id limit ${limit}
  `.execute(executor);
  return rows;
}
