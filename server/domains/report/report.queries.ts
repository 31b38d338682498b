import { type Selectable, sql } from 'kysely';
import type { CalendarColor } from '#shared/calendars/calendars.schemas.ts';
import type { Decision } from '#shared/calendars/status.ts';
import type { Day } from '#shared/platform/days.ts';
import type { Executor } from '../../platform/db/change.ts';
import type { ObligationsTable, OccurrencesTable } from '../../platform/db/tables/calendars.ts';

const uuids = (ids: readonly string[]): string => `{${ids.join(',')}}`;

/** An obligation with its calendar and its libraries: its folder's, else its calendar's. */
export type ReportedObligation = Pick<
  Selectable<ObligationsTable>,
  ('id' | 'title' | 'authority' | 'legal_basis' | 'recurrence') | ('responsible' | 'backup' | 'lead_days')
> & {
  readonly calendar: string;
  readonly calendar_name: string;
  readonly color: CalendarColor;
  readonly timezone: string;
  /** The last day on which something was asked for, where its calendar is inactive. */
  readonly until: Day | null;
  readonly groups: string[];
};

/** A day that is over, and its last moment. */
export interface PastDay {
  readonly day: Day;
  readonly moment: Date;
}

const UNTIL = sql`case when not c.active then (c.inactive_since at time zone c.timezone)::date end`;

/** The last day on which a calendar that was inactive at a moment had asked for something, by the audit trail. */
const untilBy = ({ day, moment }: PastDay) => sql`
  case when not coalesce((
    select (e.before ->> 'active')::boolean from audit_events e
    where e.organization = c.organization and e.target_id = c.id and e.action = 'calendar.update' and e.at > ${moment}
      and e.before -> 'active' is not null
    order by e.at, e.id limit 1), c.active)
  then coalesce((
    select (e.at at time zone c.timezone)::date from audit_events e
    where e.organization = c.organization and e.target_id = c.id and e.action in ('calendar.create', 'calendar.update')
      and e.at <= ${moment} and e.after ->> 'active' = 'false'
    order by e.at desc, e.id desc limit 1), ${day}::date) end`;

/**
 * By calendar and title. Of inactive calendars too: what was due before stays.
 * @param past null for today
 */
export async function findReportedObligations(
  executor: Executor,
  organization: string,
  asked: { readonly calendars?: readonly string[] },
  past: PastDay | null,
): Promise<ReportedObligation[]> {
  const calendars = asked.calendars?.length ? sql`c.id = any(${uuids(asked.calendars)}::uuid[])` : sql`true`;
  const { rows } = await sql<ReportedObligation>`
    select b.id, b.title, b.authority, b.legal_basis, b.recurrence, b.responsible, b.backup, b.lead_days, c.id as calendar,
      c.name as calendar_name, c.color, c.timezone,
      ${past ? untilBy(past) : UNTIL} as until,
      case when coalesce(f.group_id, b.group_id) is not null then array[coalesce(f.group_id, b.group_id)]
        else array(select g.group_id from calendar_groups g where g.calendar_id = c.id) end as groups
    from obligations b join calendars c on c.id = b.calendar_id left join folders f on f.id = b.folder_id
    where b.organization = ${organization}::uuid and ${calendars}
    order by c.name_key collate "C", lower(b.title) collate "C", b.id
  `.execute(executor);
  return rows;
}

/** What an obligation was called and who answered for it, where that has changed since. */
export type ObligationPast = Partial<
  Pick<
    ReportedObligation,
    'title' | 'authority' | 'legal_basis' | 'recurrence' | 'responsible' | 'backup' | 'lead_days'
  >
>;

/** What obligations were at a moment, from the first change after it of each of their fields. */
export async function findObligationPasts(
  executor: Executor,
  organization: string,
  obligations: readonly string[],
  moment: Date,
): Promise<ReadonlyMap<string, ObligationPast>> {
  if (obligations.length === 0) return new Map();
  const { rows } = await sql<{ id: string; past: ObligationPast }>`
    select id, jsonb_object_agg(field, value) as past from (
      select distinct on (e.target_id, f.key) e.target_id as id, f.key as field, f.value
      from audit_events e cross join lateral jsonb_each(e.before) f
      where e.organization = ${organization}::uuid and e.target_id = any(${uuids(obligations)}::uuid[])
        and e.action = 'obligation.update' and e.at > ${moment}
        and f.key in ('title', 'authority', 'legal_basis', 'recurrence', 'responsible', 'backup', 'lead_days')
      order by e.target_id, f.key, e.at, e.id
    ) first group by id
  `.execute(executor);
  return new Map(rows.map(({ id, past }) => [id, past]));
}

export type ReportedOccurrence = Pick<
  Selectable<OccurrencesTable>,
  | 'id'
  | 'obligation_id'
  | 'period'
  | 'due_on'
  | 'decision'
  | 'completed_on'
  | 'decided_at'
  | 'note'
  | 'rev'
  | 'min_count'
>;

/** Due days of obligations between two days. */
export interface DueDays {
  readonly organization: string;
  readonly obligations: readonly string[];
  readonly from: Day;
  readonly to: Day;
}

/**
 * What was known at the end of a past day: a due day after it that was made and not withdrawn by then. Of an obligation that was
 * made later, what it asked for at first.
 */
const known = ({ day, moment }: PastDay) => {
  const then = sql`greatest(${moment}::timestamptz, b.created_at)`;
  return {
    kept: sql`(o.due_on <= ${day}::date or o.created_at <= ${then})`,
    withdrawn: sql`(o.created_at <= ${then} and o.withdrawn_at > ${then})`,
  };
};

/** Their due days between two days, by day. @param past null for today */
export async function findReportedOccurrences(
  executor: Executor,
  { organization, obligations, from, to }: DueDays,
  past: PastDay | null,
  limit: number,
): Promise<ReportedOccurrence[]> {
  const ofThem = sql`o.organization = ${organization}::uuid and o.due_on between ${from}::date and ${to}::date
    and o.obligation_id = any(${uuids(obligations)}::uuid[])`;
  const then = past && known(past);
  const withdrawn = then
    ? sql`union all
      select o.id, o.obligation_id, o.period, o.due_on, 'open', null, null, '', 0, 0
      from withdrawn_occurrences o join obligations b on b.id = o.obligation_id where ${ofThem} and ${then.withdrawn}`
    : sql``;
  const { rows } = await sql<ReportedOccurrence>`
    select o.id, o.obligation_id, o.period, o.due_on, o.decision, o.completed_on, o.decided_at, o.note, o.rev, o.min_count
    from occurrences o join obligations b on b.id = o.obligation_id where ${ofThem} and ${then?.kept ?? sql`true`}
    ${withdrawn} order by due_on, id limit ${sql.lit(limit)}`.execute(executor);
  return rows;
}

export interface ReportedEvidence {
  readonly occurrence_id: string;
  readonly linked_at: Date;
  readonly accepted_at: Date | null;
}

/** What was decided about a due day. */
export interface Decided {
  readonly decision: Decision;
  readonly completedOn: Day | null;
  readonly note: string;
}

/** What had been decided about these due days by a day; null for one of which only later decisions are kept. */
export async function findDecisionsBy(
  executor: Executor,
  { organization, obligations, from, to }: DueDays,
  day: Day,
): Promise<Map<string, Decided | null>> {
  const { rows } = await sql<{
    id: string;
    decision: Decision | null;
    completed_on: Day | null;
    note: string;
  }>`
    select o.id, last.decision, last.completed_on, last.note
    from occurrences o
    left join lateral (
      select d.decision, d.completed_on, d.note from occurrence_decisions d
      where d.occurrence_id = o.id and d.on_day <= ${day}::date order by d.on_day desc limit 1
    ) last on true
    where o.organization = ${organization}::uuid and o.due_on between ${from}::date and ${to}::date
      and o.obligation_id = any(${uuids(obligations)}::uuid[])
      and exists (select from occurrence_decisions d where d.occurrence_id = o.id)
  `.execute(executor);
  return new Map(
    rows.map(({ id, decision, completed_on, note }) => [
      id,
      decision && { decision, completedOn: completed_on, note },
    ]),
  );
}

/** When documents were linked to these due days, and accepted. */
export async function findReportedEvidence(
  executor: Executor,
  { organization, obligations, from, to }: DueDays,
): Promise<Map<string, ReportedEvidence[]>> {
  const { rows } = await sql<ReportedEvidence>`
    select e.occurrence_id, e.linked_at, e.accepted_at
    from occurrences o join occurrence_evidence e on e.occurrence_id = o.id
    where o.organization = ${organization}::uuid and o.due_on between ${from}::date and ${to}::date
      and o.obligation_id = any(${uuids(obligations)}::uuid[])
  `.execute(executor);
  return Map.groupBy(rows, (row) => row.occurrence_id);
}

/** The names of the calendars and people that a report was filtered by. Missing ones are left out. */
export async function findFilterNames(
  executor: Executor,
  organization: string,
  asked: { readonly calendars: readonly string[]; readonly people: readonly string[] },
): Promise<{ calendars: string[]; people: string[] }> {
  if (asked.calendars.length + asked.people.length === 0) return { calendars: [], people: [] };
  const { rows } = await sql<{ kind: 'calendars' | 'people'; name: string }>`
    select 'calendars' as kind, name from calendars
    where organization = ${organization}::uuid and id = any(${uuids(asked.calendars)}::uuid[])
    union all
    select 'people', trim(firstname || ' ' || lastname) from users
    where organization = ${organization}::uuid and id = any(${uuids(asked.people)}::uuid[])
    order by 1, 2
  `.execute(executor);
  const of = (kind: 'calendars' | 'people') => rows.flatMap((row) => (row.kind === kind ? [row.name] : []));
  return { calendars: of('calendars'), people: of('people') };
}
