import { type Insertable, type Selectable, sql, type Transaction } from 'kysely';
import type { PartyKind } from '#shared/contractors/party.ts';
import type { Day } from '#shared/platform/days.ts';
import type { Executor } from '../../../platform/db/change.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { ObligationSeriesTable } from '../../../platform/db/tables/calendars.ts';
import type { ObligationRow } from '../calendars.queries.ts';

export type SeriesRow = Selectable<ObligationSeriesTable>;

/** A party of a list, with what its obligation needs. */
export interface ListedParty {
  readonly id: string;
  readonly name: string;
  readonly folder_id: string;
}

/** Makes whoever makes a series and whoever adds to a list wait for each other: nobody is left out. */
export async function lockSeries(trx: Transaction<Schema>, organization: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`obligation series ${organization}`}, 0))`.execute(
    trx,
  );
}

/** Those of a kind in a library who have not ended, by name. */
export async function findListed(
  executor: Executor,
  organization: string,
  { kind, group }: { readonly kind: PartyKind; readonly group: string },
  limit: number,
): Promise<ListedParty[]> {
  const { rows } = await sql<ListedParty>`
    select p.id, f.name, p.folder_id from parties p join folders f on f.id = p.folder_id
    where p.organization = ${organization}::uuid and p.group_id = ${group}::uuid and p.kind = ${kind}
      and p.ended_at is null
    order by public.legajo_name_key(f.name) collate "C", p.id limit ${limit}
  `.execute(executor);
  return rows;
}

export async function insertSeries(
  trx: Transaction<Schema>,
  row: Insertable<ObligationSeriesTable>,
): Promise<void> {
  await trx.insertInto('obligation_series').values(row).execute();
}

export const findSeries = (executor: Executor, ids: readonly string[]): Promise<SeriesRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : executor.selectFrom('obligation_series').selectAll().where('id', 'in', ids).execute();

/** The series over the list that a party is on, and that have no obligation for it yet. */
export async function findSeriesWithout(
  executor: Executor,
  party: string,
): Promise<(SeriesRow & ListedParty)[]> {
  const { rows } = await sql<SeriesRow & { party: string; name: string; folder_id: string }>`
    select s.*, p.id as party, f.name, p.folder_id
    from parties p join folders f on f.id = p.folder_id
    join obligation_series s on s.group_id = p.group_id and s.kind = p.kind
    where p.id = ${party}::uuid and p.ended_at is null
      and not exists (select from obligations o where o.series = s.id and o.party = p.id)
      and not exists (select from obligation_series_left l where l.series = s.id and l.party = p.id)
    order by s.calendar_id, s.id
  `.execute(executor);
  return rows as never;
}

/** Whether a list is asked for something of this title already, and for longer than today. */
export async function isSeriesOpen(
  executor: Executor,
  {
    calendar,
    title,
    kind,
    group,
    today,
  }: {
    readonly calendar: string;
    readonly title: string;
    readonly kind: PartyKind;
    readonly group: string;
    readonly today: Day;
  },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from obligation_series s join obligations o on o.series = s.id
    where s.calendar_id = ${calendar}::uuid and s.kind = ${kind} and s.group_id = ${group}::uuid
      and lower(s.title) = lower(${title}) and not o.away and (o.ends_on is null or o.ends_on > ${today}::date) limit 1
  `.execute(executor);
  return rows.length > 0;
}

/**
 * An obligation of a series by which new ones are made: one of those that most others are like, so that an exception for
 * one contractor is none for the next. Undefined where all have ended.
 */
export async function findModel(
  executor: Executor,
  series: string,
  today: Day,
): Promise<ObligationRow | undefined> {
  const { rows } = await sql<ObligationRow>`
    select o.* from obligations o
    where o.series = ${series}::uuid and (o.away or o.ends_on is null or o.ends_on > ${today}::date)
    order by count(*) over (partition by authority, legal_basis, document_type, labels, responsible, backup, recurrence,
      starts_on, case when away then kept_end else ends_on end, day_kind, non_working, term_days, lead_days, min_count,
      accepted_states) desc, away, updated_at, id
    limit 1
  `.execute(executor);
  return rows[0];
}

export async function insertLeft(trx: Transaction<Schema>, series: string, party: string): Promise<void> {
  await trx
    .insertInto('obligation_series_left')
    .values({ series, party })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The obligations of a series that have not ended. */
export const findOpenOf = (executor: Executor, series: string, today: Day): Promise<ObligationRow[]> =>
  executor
    .selectFrom('obligations')
    .selectAll()
    .where('series', '=', series)
    .where((where) => where.or([where('ends_on', 'is', null), where('ends_on', '>', today)]))
    .orderBy('id')
    .execute();

/** The obligations that a party has by series, by calendar. */
export const findObligationsOf = (executor: Executor, party: string): Promise<ObligationRow[]> =>
  executor
    .selectFrom('obligations')
    .selectAll()
    .where('party', '=', party)
    .orderBy('calendar_id')
    .orderBy('id')
    .execute();

/** The name of a party's folder. */
export async function findPartyName(executor: Executor, party: string): Promise<string | null> {
  const row = await executor
    .selectFrom('parties as p')
    .innerJoin('folders as f', 'f.id', 'p.folder_id')
    .select('f.name')
    .where('p.id', '=', party)
    .executeTakeFirst();
  return row?.name ?? null;
}
