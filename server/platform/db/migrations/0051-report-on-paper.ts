import { type Kysely, sql } from 'kysely';

/**
 * What a report about a past day says of reasons and evidence: the note of each decision, and documents that were linked to a
 * due day and taken away since. Of what happened until now, both are read from the audit trail.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table occurrence_decisions add column note text not null default '';
    update occurrence_decisions d set note = o.note from occurrences o
      where o.id = d.occurrence_id and o.decision = d.decision and o.note <> '' and not exists (
        select from occurrence_decisions later
        where later.occurrence_id = d.occurrence_id and later.on_day > d.on_day and later.decision <> d.decision);
    update occurrence_decisions d set note = e.note from (
      select distinct on (e.target_id, (e.at at time zone c.timezone)::date) o.id,
        (e.at at time zone c.timezone)::date as on_day, e.after ->> 'decision' as decision, e.after ->> 'note' as note
      from audit_events e join occurrences o on o.id = e.target_id join calendars c on c.id = o.calendar_id
      where e.action in ('occurrence.done', 'occurrence.waived', 'occurrence.cancelled')
      order by e.target_id, (e.at at time zone c.timezone)::date, e.at desc, e.id desc
    ) e where e.id = d.occurrence_id and e.on_day = d.on_day and e.decision = d.decision and d.note = '' and e.note <> '';

    create table occurrence_evidence_taken (
      occurrence_id uuid not null references occurrences (id) on delete cascade,
      -- Without references: documents may be gone since.
      record_id uuid not null,
      version_id uuid not null,
      linked_at timestamptz not null,
      accepted_at timestamptz,
      taken_at timestamptz not null,
      primary key (occurrence_id, version_id, linked_at)
    );
    insert into occurrence_evidence_taken (occurrence_id, record_id, version_id, linked_at, taken_at)
    select o.id, (link.after ->> 'record')::uuid, (u.before ->> 'version')::uuid, link.at, u.at
    from audit_events u join occurrences o on o.id = u.target_id
    cross join lateral (
      select l.after, l.at from audit_events l
      where l.target_id = u.target_id and l.action = 'occurrence.evidence.link'
        and l.after ->> 'version' = u.before ->> 'version' and (l.at, l.id) < (u.at, u.id)
      order by l.at desc, l.id desc limit 1
    ) link
    where u.action = 'occurrence.evidence.unlink'
    on conflict do nothing;
  `)
    .execute(db);
  // Whoever takes a document away has written the row with their time. A document that is deleted for good takes its links along.
  await sql
    .raw(`
    create function public.legajo_evidence_kept() returns trigger language plpgsql as $$
    begin
      insert into public.occurrence_evidence_taken (occurrence_id, record_id, version_id, linked_at, accepted_at, taken_at)
      select o.id, old.record_id, old.version_id, old.linked_at, old.accepted_at, now()
      from public.occurrences o where o.id = old.occurrence_id
      on conflict do nothing;
      return null;
    end $$
  `)
    .execute(db);
  await sql
    .raw(`
    create trigger occurrence_evidence_kept after delete on occurrence_evidence
      for each row execute function public.legajo_evidence_kept()
  `)
    .execute(db);
}
