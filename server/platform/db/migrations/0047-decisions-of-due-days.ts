import { type Kysely, sql } from 'kysely';

/**
 * What was decided about a due day, day by day, so that a report about a past day says what it said then: whatever is taken
 * back, unlinked or asked for since. Of what was decided until now the first day is kept.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table occurrence_decisions (
      occurrence_id uuid not null references occurrences (id) on delete cascade,
      -- In the calendar's time zone; what was decided last on it.
      on_day date not null,
      decision text not null,
      completed_on date,
      primary key (occurrence_id, on_day)
    )`.execute(db);
  await sql`
    insert into occurrence_decisions (occurrence_id, on_day, decision, completed_on)
    select o.id,
      coalesce(o.completed_on, (o.decided_at at time zone c.timezone)::date,
        (select min(e.linked_at at time zone c.timezone)::date from occurrence_evidence e where e.occurrence_id = o.id),
        (o.created_at at time zone c.timezone)::date),
      o.decision, o.completed_on
    from occurrences o join calendars c on c.id = o.calendar_id
    where o.decision <> 'open'`.execute(db);
}
