import { type Kysely, sql } from 'kysely';

/**
 * How a place stands by its own rules, now and on every day to come, as one row: ten thousand folders are ten thousand
 * rows to write, not a hundred thousand. A place is a folder, or the root of a library, which goes by the library's
 * own id: rules are kept and judged there like anywhere else.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create view compliance_places as
      select f.id, coalesce(f.parent, f.group_id) as parent, f.name, f.group_id, f.organization from folders f
      union all
      select g.id, null, g.name, g.id, g.organization from groups g;

    create table compliance_timelines (
      folder_id uuid primary key,
      organization uuid not null,
      group_id uuid not null,
      -- So many rules judge it, on every one of these days.
      rules int not null,
      -- Since when each of the following holds, in order; the last one until something is written.
      begins date[] not null,
      blocking int[] not null,
      warnings int[] not null,
      due_soon boolean[] not null,
      -- The first day of what fails or soon will, where there is one to name.
      due_on date[] not null,
      -- When the first of these days is over.
      next_on date
    );
    create index on compliance_timelines (group_id);
    create index on compliance_timelines (next_on);

    -- Whatever is kept is due at once: the next look at what time has changed judges it again.
    insert into compliance_timelines
      (folder_id, organization, group_id, rules, begins, blocking, warnings, due_soon, due_on, next_on)
    select folder_id, organization, group_id, max(rules), array_agg(from_on order by from_on),
      array_agg(blocking order by from_on), array_agg(warnings order by from_on),
      array_agg(due_soon order by from_on), array_agg(null::date order by from_on), min(from_on)
    from compliance_spans group by folder_id, organization, group_id;
    drop table compliance_spans;

    alter table compliance_rules drop constraint compliance_rules_group_id_folder_id_fkey;
    alter table compliance_rule_versions drop constraint compliance_rule_versions_folder_id_fkey;
    alter table compliance_stale drop constraint compliance_stale_folder_id_fkey;
  `)
    .execute(db);
  await sql
    .raw(`
    -- A place that goes takes its rules along, as the foreign keys did while places were folders alone.
    create function public.legajo_compliance_forget() returns trigger language plpgsql as $$
    begin
      delete from public.compliance_rules where folder_id = old.id;
      delete from public.compliance_rule_versions where folder_id = old.id;
      delete from public.compliance_timelines where folder_id = old.id;
      delete from public.compliance_stale where folder_id = old.id;
      return old;
    end $$
  `)
    .execute(db);
  await sql
    .raw(`
    -- In plpgsql a statement is planned once for each connection: planning this one costs more than answering it.
    create or replace function public.legajo_compliance_mark(folders uuid[]) returns void language plpgsql as $$
    begin
      insert into public.compliance_stale (folder_id, marked_by)
      select p.id, pg_current_xact_id() from public.compliance_places p
      where p.id = any(folders) and (
        exists (select 1 from public.compliance_timelines t where t.folder_id = p.id)
        or exists (
          select 1 from public.compliance_rules r
          where r.active and r.folder_id = p.id and r.applies_to = 'folder')
        or exists (
          select 1 from public.compliance_rules r
          where r.active and r.folder_id = p.parent and r.applies_to = 'eachChild'))
      order by p.id
      on conflict (folder_id) do update set marked_by = excluded.marked_by;
    end $$
  `)
    .execute(db);
  await sql
    .raw(`
    create or replace function public.legajo_compliance_face() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        perform public.legajo_compliance_mark(array[coalesce(new.folder_id, new.group_id)]);
      elsif tg_op = 'DELETE' then
        perform public.legajo_compliance_mark(array[coalesce(old.folder_id, old.group_id)]);
      else
        perform public.legajo_compliance_mark(
          array[coalesce(new.folder_id, new.group_id), coalesce(old.folder_id, old.group_id)]);
      end if;
      return null;
    end $$
  `)
    .execute(db);
  await sql
    .raw(`
    create trigger folders_compliance_forget after delete on folders
      for each row execute function public.legajo_compliance_forget();
    create trigger groups_compliance_forget before delete on groups
      for each row execute function public.legajo_compliance_forget();
    drop trigger record_faces_compliance_new on record_faces;
    drop trigger record_faces_compliance_gone on record_faces;
    drop trigger record_faces_compliance on record_faces;
    drop trigger folders_compliance_new on folders;
    create trigger record_faces_compliance_new after insert on record_faces
      for each row when (new.ready and not new.deleted) execute function public.legajo_compliance_face();
    create trigger record_faces_compliance_gone after delete on record_faces
      for each row when (old.ready and not old.deleted) execute function public.legajo_compliance_face();
    create trigger record_faces_compliance
      after update of group_id, folder_id, ready, deleted, version_id, state, title, labels, document_type, date,
        issued_on, valid_from, expires_on on record_faces
      for each row when (
        (old.group_id, old.folder_id, old.ready, old.deleted, old.version_id, old.state, old.title, old.labels,
          old.document_type, old.date, old.issued_on, old.valid_from, old.expires_on)
        is distinct from
        (new.group_id, new.folder_id, new.ready, new.deleted, new.version_id, new.state, new.title, new.labels,
          new.document_type, new.date, new.issued_on, new.valid_from, new.expires_on))
      execute function public.legajo_compliance_face();
    create trigger folders_compliance_new after insert on folders
      for each row execute function public.legajo_compliance_folder();
  `)
    .execute(db);
}
