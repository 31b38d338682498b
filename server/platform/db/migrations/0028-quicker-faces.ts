import { type Kysely, sql } from 'kysely';

/** What a face's change takes with it, once per statement: a batch of 200 documents spent most of its time here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- The words of the sheet are made anew where one of them changed, or where somebody asks by emptying \`search\`.
    create or replace function public.legajo_face_search() returns trigger language plpgsql as $$
    declare
      body tsvector;
    begin
      if tg_op = 'UPDATE' and new.search is not null and new.search_head is not null
        and (new.title, new.name, new.code, new.search_extra, new.notes)
          is not distinct from (old.title, old.name, old.code, old.search_extra, old.notes)
      then
        new.search_head := old.search_head;
      else
        new.search_head := public.legajo_tsvector(
          new.title, new.name, coalesce(new.code, '') || ' ' || new.search_extra, new.notes, '');
      end if;
      new.search := new.search_head;
      if new.version_id is not null then
        select t.search into body
        from public.versions v join public.blob_texts t on t.sha256 = v.sha256 where v.id = new.version_id;
        if found then
          new.search := new.search_head || body;
        end if;
      end if;
      return new;
    end $$
  `)
    .execute(db);
  await sql
    .raw(`
    create function public.legajo_compliance_faces() returns trigger language plpgsql as $$
    declare
      places uuid[];
    begin
      if tg_op = 'INSERT' then
        places := array(
          select distinct coalesce(folder_id, group_id) from new_faces where ready and not deleted);
      elsif tg_op = 'DELETE' then
        places := array(
          select distinct coalesce(folder_id, group_id) from old_faces where ready and not deleted);
      else
        -- Set against each other and not joined: a plan that was made for one row would go through both for each.
        with was as (
          select record_id, face, group_id, folder_id, ready, deleted, version_id, state, title, labels,
            document_type, date, issued_on, valid_from, expires_on from old_faces
        ), is_now as (
          select record_id, face, group_id, folder_id, ready, deleted, version_id, state, title, labels,
            document_type, date, issued_on, valid_from, expires_on from new_faces
        ), changed as (
          (table is_now except table was) union all (table was except table is_now)
        )
        select array_agg(distinct coalesce(folder_id, group_id)) into places from changed;
      end if;
      if cardinality(places) > 0 then
        perform public.legajo_compliance_mark(places);
      end if;
      return null;
    end $$
  `)
    .execute(db);
  await sql
    .raw(`
    drop trigger record_faces_compliance_new on record_faces;
    drop trigger record_faces_compliance_gone on record_faces;
    drop trigger record_faces_compliance on record_faces;
    drop function public.legajo_compliance_face();
    create trigger record_faces_compliance_new after insert on record_faces
      referencing new table as new_faces
      for each statement execute function public.legajo_compliance_faces();
    create trigger record_faces_compliance_gone after delete on record_faces
      referencing old table as old_faces
      for each statement execute function public.legajo_compliance_faces();
    create trigger record_faces_compliance after update on record_faces
      referencing old table as old_faces new table as new_faces
      for each statement execute function public.legajo_compliance_faces();
  `)
    .execute(db);
}
