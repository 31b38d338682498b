import { type Selectable, sql } from 'kysely';
import type { CalendarColor } from '#shared/calendars/calendars.schemas.ts';
import type { Day } from '#shared/platform/days.ts';
import type { Executor } from '../../platform/db/change.ts';
import type { ObligationsTable, OccurrencesTable } from '../../platform/db/tables/calendars.ts';

const uuids = (ids: readonly string[]): string => `{${ids.join(',')}}`;

/** An obligation with its calendar and its libraries: its folder's, else its calendar's. */
export type ReportedObligation = Pick<
  Selectable<ObligationsTable>,
  'id' | 'title' | 'authority' | 'recurrence' | 'responsible' | 'lead_days' | 'min_count'
> & {
  readonly calendar: string;
  readonly calendar_name: string;
  readonly color: CalendarColor;
  readonly timezone: string;
  /** The last day on which something was asked for, where its calendar is inactive. */
  readonly until: Day | null;
  readonly groups: string[];
};

/** By calendar and title. Of inactive calendars too: what was due before stays. */
export async function findReportedObligations(
  executor: Executor,
  organization: string,
  asked: { readonly calendars?: readonly string[]; readonly responsible?: readonly string[] },
): Promise<ReportedObligation[]> {
  const calendars = asked.calendars?.length ? sql`c.id = any(${uuids(asked.calendars)}::uuid[])` : sql`true`;
  const people = asked.responsible?.length
    ? sql`(b.responsible = any(${uuids(asked.responsible)}::uuid[]) or b.backup = any(${uuids(asked.responsible)}::uuid[]))`
    : sql`true`;
  const { rows } = await sql<ReportedObligation>`
    select b.id, b.title, b.authority, b.recurrence, b.responsible, b.lead_days, b.min_count, c.id as calendar,
      c.name as calendar_name, c.color, c.timezone,
      case when not c.active then (c.inactive_since at time zone c.timezone)::date end as until,
      case when f.id is not null then array[f.group_id]
        else array(select g.group_id from calendar_groups g where g.calendar_id = c.id) end as groups
    from obligations b join calendars c on c.id = b.calendar_id left join folders f on f.id = b.folder_id
    where b.organization = ${organization}::uuid and ${calendars} and ${people}
    order by c.name_key collate "C", lower(b.title) collate "C", b.id
  `.execute(executor);
  return rows;
}

export type ReportedOccurrence = Pick<
  Selectable<OccurrencesTable>,
  'id' | 'obligation_id' | 'period' | 'due_on' | 'decision' | 'completed_on' | 'decided_at' | 'rev'
>;

interface DueDays {
  readonly organization: string;
  readonly obligations: readonly string[];
  readonly from: Day;
  readonly to: Day;
}

/** Their due days between two days, by day. */
export function findReportedOccurrences(
  executor: Executor,
  { organization, obligations, from, to }: DueDays,
  limit: number,
): Promise<ReportedOccurrence[]> {
  return executor
    .selectFrom('occurrences')
    .select(['id', 'obligation_id', 'period', 'due_on', 'decision', 'completed_on', 'decided_at', 'rev'])
    .where('organization', '=', organization)
    .where('due_on', '>=', from)
    .where('due_on', '<=', to)
    .where(sql<boolean>`obligation_id = any(${uuids(obligations)}::uuid[])`)
    .orderBy('due_on')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export interface ReportedEvidence {
  readonly occurrence_id: string;
  readonly linked_at: Date;
  readonly accepted_at: Date | null;
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
