import { type Kysely, sql } from 'kysely';

/**
 * Calendars, their obligations, and each time that one of them falls due. What shows that it was met is linked to a
 * version of a document; triggers mark what must be looked at again when that changes, in the transaction that does it
 * (as with compliance).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table calendars (
      id uuid primary key,
      organization uuid not null references organizations (id),
      name text not null,
      name_key text not null,
      description text not null,
      color text not null,
      timezone text not null,
      holidays text not null check (holidays in ('chile', 'none')),
      active boolean not null,
      version int not null,
      created_by uuid not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (organization, id),
      unique (organization, name_key),
      foreign key (organization, created_by) references users (organization, id)
    );

    create table calendar_editors (
      organization uuid not null,
      calendar_id uuid not null,
      user_id uuid not null,
      primary key (calendar_id, user_id),
      foreign key (organization, calendar_id) references calendars (organization, id) on delete cascade,
      foreign key (organization, user_id) references users (organization, id) on delete cascade
    );
    create index on calendar_editors (user_id);

    create table calendar_groups (
      organization uuid not null,
      calendar_id uuid not null,
      group_id uuid not null,
      primary key (calendar_id, group_id),
      foreign key (organization, calendar_id) references calendars (organization, id) on delete cascade,
      foreign key (organization, group_id) references groups (organization, id) on delete cascade
    );

    create table obligations (
      id uuid primary key,
      organization uuid not null,
      calendar_id uuid not null,
      title text not null,
      authority text not null,
      legal_basis text not null,
      folder_id uuid references folders (id) on delete set null,
      document_type uuid,
      labels uuid[] not null,
      responsible uuid,
      backup uuid,
      recurrence text not null,
      starts_on date not null,
      ends_on date,
      day_kind text not null check (day_kind in ('corridos', 'hábiles')),
      non_working text not null check (non_working in ('keep', 'next', 'previous')),
      term_days int not null check (term_days >= 0),
      lead_days int[] not null,
      min_count int not null check (min_count >= 0),
      accepted_states int[] not null,
      -- Due days from this one on are made by what stands above; those before it, by what stood there earlier.
      made_from date not null,
      -- Until when they have been made.
      made_to date,
      version int not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (organization, id),
      foreign key (organization, calendar_id) references calendars (organization, id) on delete cascade,
      foreign key (organization, document_type) references document_types (organization, id),
      foreign key (organization, responsible) references users (organization, id) on delete set null (responsible),
      foreign key (organization, backup) references users (organization, id) on delete set null (backup)
    );
    create index on obligations (calendar_id);
    create index on obligations (made_to);

    create table occurrences (
      id uuid primary key,
      organization uuid not null,
      calendar_id uuid not null,
      obligation_id uuid not null,
      period text not null,
      due_on date not null,
      decision text not null check (decision in ('open', 'submitted', 'done', 'waived', 'cancelled')),
      completed_by uuid,
      completed_on date,
      decided_by uuid,
      decided_at timestamptz,
      note text not null,
      -- Somebody did something with it: it is history, and stays whatever becomes of its obligation.
      touched boolean not null,
      -- From when on there is something to tell of it.
      tell_on date,
      rev int not null,
      created_at timestamptz not null,
      unique (organization, id),
      unique (obligation_id, period),
      foreign key (organization, calendar_id) references calendars (organization, id) on delete cascade,
      foreign key (organization, obligation_id) references obligations (organization, id) on delete cascade,
      foreign key (organization, completed_by) references users (organization, id),
      foreign key (organization, decided_by) references users (organization, id)
    );
    create index on occurrences (organization, due_on);
    create index on occurrences (calendar_id);
    create index on occurrences (tell_on) where tell_on is not null;

    create table occurrence_evidence (
      organization uuid not null,
      occurrence_id uuid not null,
      record_id uuid not null references records (id) on delete cascade,
      version_id uuid not null references versions (id) on delete cascade,
      linked_by uuid not null,
      linked_at timestamptz not null,
      -- When it was accepted first.
      accepted_at timestamptz,
      primary key (occurrence_id, version_id),
      foreign key (organization, occurrence_id) references occurrences (organization, id) on delete cascade,
      foreign key (organization, linked_by) references users (organization, id)
    );
    create index on occurrence_evidence (version_id);
    create index on occurrence_evidence (record_id);

    -- What people have been told of an occurrence: each of these once, whoever comes to tell it.
    create table occurrence_notices (
      occurrence_id uuid not null references occurrences (id) on delete cascade,
      due_on date not null,
      -- So many days before that; 0 on the day, -1 when it is over.
      stage int not null,
      at timestamptz not null,
      primary key (occurrence_id, due_on, stage)
    );

    -- Occurrences to be settled by their evidence again, and by which transaction.
    create table occurrence_stale (
      occurrence_id uuid primary key references occurrences (id) on delete cascade,
      marked_by xid8 not null
    );

    -- The secret address under which somebody reads their calendars elsewhere; of the secret only its hash is kept.
    create table calendar_feeds (
      user_id uuid primary key,
      organization uuid not null,
      secret_hash text not null unique,
      created_at timestamptz not null,
      last_read_at timestamptz,
      foreign key (organization, user_id) references users (organization, id) on delete cascade
    );

    alter table notifications
      drop constraint notifications_about,
      add column occurrence_id uuid references occurrences (id) on delete cascade,
      add constraint notifications_about check (
        num_nonnulls(record_id, folder_id, occurrence_id) = 1 and (folder_id is null) = (group_id is null)
        and (record_id is null or from_user is not null));
    create index notifications_occurrence on notifications (occurrence_id) where occurrence_id is not null;
  `)
    .execute(db);
  await sql
    .raw(`
    create function public.legajo_evidence_version() returns trigger language plpgsql as $$
    begin
      insert into public.occurrence_stale (occurrence_id, marked_by)
      select distinct e.occurrence_id, pg_current_xact_id() from public.occurrence_evidence e
      where e.version_id = new.id order by 1
      on conflict (occurrence_id) do update set marked_by = excluded.marked_by;
      return null;
    end $$
  `)
    .execute(db);
  await sql
    .raw(`
    create function public.legajo_evidence_record() returns trigger language plpgsql as $$
    begin
      insert into public.occurrence_stale (occurrence_id, marked_by)
      select distinct e.occurrence_id, pg_current_xact_id() from public.occurrence_evidence e
      where e.record_id = new.id order by 1
      on conflict (occurrence_id) do update set marked_by = excluded.marked_by;
      return null;
    end $$
  `)
    .execute(db);
  await sql
    .raw(`
    create function public.legajo_evidence_gone() returns trigger language plpgsql as $$
    begin
      insert into public.occurrence_stale (occurrence_id, marked_by)
      select o.id, pg_current_xact_id() from public.occurrences o where o.id = old.occurrence_id
      on conflict (occurrence_id) do update set marked_by = excluded.marked_by;
      return null;
    end $$
  `)
    .execute(db);
  await sql
    .raw(`
    create trigger versions_evidence after update of state, status, discarded on versions
      for each row when (
        (old.state, old.status, old.discarded) is distinct from (new.state, new.status, new.discarded))
      execute function public.legajo_evidence_version();
    create trigger records_evidence after update of deleted_at on records
      for each row when (old.deleted_at is distinct from new.deleted_at)
      execute function public.legajo_evidence_record();
    create trigger occurrence_evidence_gone after delete on occurrence_evidence
      for each row execute function public.legajo_evidence_gone();
  `)
    .execute(db);
}
