import { type Kysely, sql } from 'kysely';

/** The documents of a due day that count, as the program says it: `isAccepted`, `src/shared/calendars/status.ts`. */
const ACCEPTED = `(v.state = any(o.accepted_states) or (v.state = 4 and e.accepted_at is not null))`;
const documents = (condition: string) => `(
  select count(*)::int from occurrence_evidence e
  join versions v on v.id = e.version_id join records r on r.id = e.record_id
  where e.occurrence_id = o.id and v.status = 'ready' and not v.discarded and r.deleted_at is null and ${condition})`;

/**
 * A due day keeps what it asks for, and is judged by that. One that was to come and is no longer asked for is kept for the
 * reports of days before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await keepWhatWasAsked(db);
  await judge(db);
  await sql
    .raw(`
    create table withdrawn_occurrences (
      id uuid primary key,
      organization uuid not null,
      obligation_id uuid not null,
      period text not null,
      due_on date not null,
      created_at timestamptz not null,
      withdrawn_at timestamptz not null,
      foreign key (organization, obligation_id) references obligations (organization, id) on delete cascade
    );
    create index on withdrawn_occurrences (obligation_id, due_on)`)
    .execute(db);
}

/** What was due was asked for as its obligation said then, as far as the audit trail tells. What was met asked for no more. */
async function keepWhatWasAsked(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table occurrences add column min_count int check (min_count >= 0), add column accepted_states int[];
    update occurrences o set min_count = b.min_count, accepted_states = b.accepted_states
      from obligations b where b.id = o.obligation_id;
    ${['min_count', 'accepted_states'].map(asItWas).join(';')};
    update occurrences o set min_count = least(o.min_count, ${documents(ACCEPTED)})
      where o.decision = 'done' and o.min_count > 0;
    alter table occurrences alter column min_count set not null, alter column accepted_states set not null;
  `)
    .execute(db);
}

/** The value of a field when the day was over: before the first change after it. */
function asItWas(field: string): string {
  const value =
    field === 'min_count'
      ? `(e.before ->> 'min_count')::int`
      : `array(select jsonb_array_elements_text(e.before -> 'accepted_states')::int)`;
  return `
    update occurrences o set ${field} = was.value from (
      select distinct on (o.id) o.id, ${value} as value
      from audit_events e join occurrences o on o.obligation_id = e.target_id join calendars c on c.id = o.calendar_id
      where e.action = 'obligation.update' and e.before -> '${field}' is not null
        and (e.at at time zone c.timezone)::date > o.due_on
      order by o.id, e.at, e.id
    ) was where was.id = o.id`;
}

/**
 * Until now the first document put a due day in review, also where it was overdue: a part of what it asks for, or a rejected
 * document, leaves it open, and its people are told again. Where what it asks for was lowered, it is met. What reports of
 * earlier days say stays.
 */
async function judge(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    with judged as (
      select o.id, (now() at time zone c.timezone)::date as today, case
        when o.min_count > 0 and ${documents(ACCEPTED)} >= o.min_count then 'done'
        when o.min_count > 0 and ${documents(`(v.state not in (2, 4) or ${ACCEPTED})`)} >= o.min_count then 'submitted'
        else 'open' end as decision,
        (select e.linked_by from occurrence_evidence e where e.occurrence_id = o.id
          order by e.linked_at desc, e.version_id desc limit 1) as linked_by
      from occurrences o join calendars c on c.id = o.calendar_id where o.decision = 'submitted'
    ), settled as (
      update occurrences o set decision = j.decision, rev = o.rev + 1,
        tell_on = case when j.decision = 'open' then j.today end,
        completed_on = case when j.decision = 'done' then j.today end,
        completed_by = case when j.decision = 'done' then j.linked_by end
      from judged j where j.id = o.id and j.decision <> 'submitted'
      returning o.id, j.today, o.decision, o.completed_on)
    insert into occurrence_decisions (occurrence_id, on_day, decision, completed_on)
    select id, today, decision, completed_on from settled
    on conflict (occurrence_id, on_day)
      do update set decision = excluded.decision, completed_on = excluded.completed_on`)
    .execute(db);
}
