import { type Kysely, sql } from 'kysely';

/** Notices about folders: what of their rules fails or soon will. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table notifications
      alter column record_id drop not null,
      alter column from_user drop not null,
      -- What it is about where that is no record: a folder, or a library's root under the library's own id.
      add column folder_id uuid,
      add column group_id uuid,
      add foreign key (organization, group_id) references groups (organization, id) on delete cascade,
      add constraint notifications_about check (
        (record_id is null) <> (folder_id is null) and (folder_id is null) = (group_id is null)
        and (record_id is null or from_user is not null));
    create index notifications_folder on notifications (folder_id) where folder_id is not null;

    -- What people have been told of a rule in a folder: each of these once, whoever comes to tell it.
    create table compliance_warnings (
      folder_id uuid not null,
      rule_id uuid not null,
      -- The first day on which it fails; the first of all days where it never did anything else.
      due_on date not null,
      -- So many days before that; 0 on and after it.
      stage int not null,
      organization uuid not null references organizations (id),
      at timestamptz not null,
      primary key (folder_id, rule_id, due_on, stage)
    );
    create index on compliance_warnings (rule_id);

    alter table compliance_timelines
      -- What the rules one by one say today, digested: where it differs, there may be something to tell.
      add column standings text not null default '',
      -- From when on there may be something to tell.
      add column tell_on date;
    create index on compliance_timelines (tell_on);
  `)
    .execute(db);
  await sql
    .raw(`
    create or replace function public.legajo_compliance_forget() returns trigger language plpgsql as $$
    begin
      delete from public.compliance_rules where folder_id = old.id;
      delete from public.compliance_rule_versions where folder_id = old.id;
      delete from public.compliance_timelines where folder_id = old.id;
      delete from public.compliance_stale where folder_id = old.id;
      delete from public.compliance_warnings where folder_id = old.id;
      delete from public.notifications where folder_id = old.id;
      return old;
    end $$
  `)
    .execute(db);
}
