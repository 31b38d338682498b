import { type Insertable, sql, type Transaction, type Updateable } from 'kysely';
import type { Day } from '#shared/platform/days.ts';
import type { Executor } from '../../../platform/db/change.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { OccurrencesTable } from '../../../platform/db/tables/calendars.ts';

/** A due day with what its status is computed from, and its people. */
export type ListedOccurrence = Awaited<ReturnType<ReturnType<typeof listed>['execute']>>[number];

/** Who is named in an obligation, while their account is in use: somebody who has left meets nothing. */
const named = (as: 'responsible' | 'backup') =>
  sql<string | null>`(select u.id from users u where u.id = ${sql.ref(`b.${as}`)} and u.enabled)`;

/** All due days of an organization. */
export const listed = (executor: Executor, organization: string) =>
  executor
    .selectFrom('occurrences as o')
    .innerJoin('obligations as b', 'b.id', 'o.obligation_id')
    .innerJoin('calendars as c', 'c.id', 'o.calendar_id')
    .where('o.organization', '=', organization)
    .selectAll('o')
    .select([
      'b.title',
      'b.version as obligation_version',
      'b.labels',
      'b.authority',
      'b.legal_basis',
      'b.lead_days',
      'b.group_id',
      'b.folder_id',
      'b.document_type',
      'c.name as calendar_name',
      'c.color',
      'c.timezone',
      'c.active',
      named('responsible').as('responsible'),
      named('backup').as('backup'),
    ]);

export interface OccurrenceFilter {
  readonly from: Day;
  readonly to: Day;
  readonly calendars?: readonly string[] | undefined;
  readonly responsible?: readonly string[] | undefined;
  /** Only those for which nobody is responsible. */
  readonly nobody?: boolean;
  readonly obligations?: readonly string[] | undefined;
}

/** Due days, ordered by day. Inactive calendars are left out unless they are asked for by id. */
export function findOccurrences(
  executor: Executor,
  organization: string,
  { from, to, calendars, responsible, nobody, obligations }: OccurrenceFilter,
  limit: number,
): Promise<ListedOccurrence[]> {
  let query = listed(executor, organization)
    .where('o.due_on', '>=', from)
    .where('o.due_on', '<=', to)
    .orderBy('o.due_on')
    .orderBy(sql`lower(b.title) collate "C"`)
    .orderBy('o.id')
    .limit(limit);
  query = calendars?.length
    ? query.where('o.calendar_id', 'in', [...calendars])
    : query.where('c.active', '=', true);
  if (responsible?.length)
    query = query.where((where) =>
      where.or([where('b.responsible', 'in', [...responsible]), where('b.backup', 'in', [...responsible])]),
    );
  if (nobody) query = query.where(named('responsible'), 'is', null);
  if (obligations?.length) query = query.where('o.obligation_id', 'in', [...obligations]);
  return query.execute();
}

export function findOccurrence(
  executor: Executor,
  organization: string,
  id: string,
): Promise<ListedOccurrence | undefined> {
  return listed(executor, organization).where('o.id', '=', id).executeTakeFirst();
}

/** Locks the row to the end of the transaction. */
export async function lockOccurrence(
  trx: Transaction<Schema>,
  organization: string,
  id: string,
): Promise<ListedOccurrence | undefined> {
  await trx
    .selectFrom('occurrences')
    .select('id')
    .where('organization', '=', organization)
    .where('id', '=', id)
    .forUpdate()
    .execute();
  return findOccurrence(trx, organization, id);
}

/** Inserts due days, one for each period, and skips existing ones. @returns those that did not exist */
export async function insertOccurrences(
  trx: Transaction<Schema>,
  rows: readonly Insertable<OccurrencesTable>[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('occurrences')
    .values([...rows])
    .onConflict((conflict) => conflict.columns(['obligation_id', 'period']).doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? 0);
}

export async function updateOccurrence(
  trx: Transaction<Schema>,
  id: string,
  set: Updateable<OccurrencesTable>,
): Promise<void> {
  await trx
    .updateTable('occurrences')
    .set({ ...set, rev: sql<number>`rev + 1` })
    .where('id', '=', id)
    .execute();
}

/** Keeps a due day from being made anew. Unlike a decision it leaves its rev: nothing that people saw of it has changed. */
export async function touchOccurrence(trx: Transaction<Schema>, id: string): Promise<void> {
  await trx.updateTable('occurrences').set({ touched: true }).where('id', '=', id).execute();
}

/** Takes away future due days that nobody touched and that are not among the days to keep. Reports of days before have them. */
export async function withdrawUntouched(
  trx: Transaction<Schema>,
  obligation: string,
  after: Day,
  kept: readonly { readonly period: string; readonly dueOn: Day }[],
  at: Date,
): Promise<void> {
  await sql`
    with gone as (
      delete from occurrences where obligation_id = ${obligation}::uuid and not touched and due_on > ${after}::date
        and (period, due_on) not in (
          select * from unnest(${kept.map(({ period }) => period)}::text[], ${kept.map(({ dueOn }) => dueOn)}::date[]))
      returning *)
    insert into withdrawn_occurrences (id, organization, obligation_id, period, due_on, created_at, withdrawn_at)
    select id, organization, obligation_id, period, due_on, created_at, ${at}::timestamptz from gone
  `.execute(trx);
}

/** Makes the job look again at an obligation's open due days. */
export async function tellAgain(trx: Transaction<Schema>, obligation: string, today: Day): Promise<void> {
  await trx
    .updateTable('occurrences')
    .set({ tell_on: today })
    .where('obligation_id', '=', obligation)
    .where('decision', '=', 'open')
    .where('due_on', '>=', today)
    .execute();
}

/** What a due day asks for. */
export type Asked = Pick<OccurrencesTable, 'min_count' | 'accepted_states'>;

/**
 * Makes the due days of an obligation that are not over ask for something else.
 * @returns those that somebody did something about, in the order in which due days are locked
 */
export async function askFor(
  trx: Transaction<Schema>,
  obligation: string,
  { min_count, accepted_states }: Asked,
  today: Day,
): Promise<string[]> {
  const open = await trx
    .selectFrom('occurrences')
    .select(['id', 'touched'])
    .where('obligation_id', '=', obligation)
    .where('due_on', '>=', today)
    .orderBy('id')
    .forUpdate()
    .execute();
  await trx
    .updateTable('occurrences')
    .set({ min_count, accepted_states, rev: sql<number>`rev + 1` })
    .where('obligation_id', '=', obligation)
    .where('due_on', '>=', today)
    .execute();
  return open.flatMap(({ id, touched }) => (touched ? [id] : []));
}

/** What happened to the due days of an obligation. */
export interface DueHistory {
  readonly obligation: string;
  /** How many people changed. */
  readonly touched: number;
  /** How many went by, and nobody changed. */
  readonly past: number;
  /** How many documents are linked. */
  readonly documents: number;
}

/** The obligations of a calendar whose due days have a history: somebody did something about one, or it was due. */
export async function findHistories(executor: Executor, calendar: string, today: Day): Promise<DueHistory[]> {
  const { rows } = await sql<DueHistory>`
    select o.obligation_id as obligation, count(*) filter (where o.touched)::int as touched,
      count(*) filter (where not o.touched)::int as past,
      sum((select count(*) from occurrence_evidence e where e.occurrence_id = o.id))::int as documents
    from occurrences o
    where o.calendar_id = ${calendar}::uuid and (o.touched or o.due_on < ${today}::date)
    group by o.obligation_id
  `.execute(executor);
  return rows;
}

/**
 * Takes away the due days between two days, both excluded, that nobody touched.
 * @param at from which moment on nobody was asked for them
 */
export async function withdrawUnasked(
  trx: Transaction<Schema>,
  calendar: string,
  after: Day,
  before: Day,
  at: Date,
): Promise<void> {
  await sql`
    with gone as (
      delete from occurrences where calendar_id = ${calendar}::uuid and not touched
        and due_on > ${after}::date and due_on < ${before}::date
      returning *)
    insert into withdrawn_occurrences (id, organization, obligation_id, period, due_on, created_at, withdrawn_at)
    select id, organization, obligation_id, period, due_on, created_at, ${at}::timestamptz from gone
  `.execute(trx);
}

/** The next open due day of each obligation of a calendar. */
export async function findNextDue(
  executor: Executor,
  calendar: string,
  today: Day,
): Promise<Map<string, Day>> {
  const rows = await executor
    .selectFrom('occurrences')
    .select(['obligation_id', (of) => of.fn.min('due_on').as('due')])
    .where('calendar_id', '=', calendar)
    .where('decision', '=', 'open')
    .where('due_on', '>=', today)
    .groupBy('obligation_id')
    .execute();
  return new Map(rows.map((row) => [row.obligation_id, row.due]));
}

/** The organization of a due day; undefined where that is gone. */
export async function findOccurrenceOrganization(
  executor: Executor,
  id: string,
): Promise<string | undefined> {
  const row = await executor
    .selectFrom('occurrences')
    .select('organization')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.organization;
}
