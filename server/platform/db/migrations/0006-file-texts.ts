import { type Kysely, sql } from 'kysely';

/**
 * Words of files. They belong to bytes, not to documents: each content is read once, and every face that shows a
 * version with it is found by them. A trigger puts them there, so that no way of writing a face can leave a reader
 * with the words of a draft: a face's words are those of the version that it shows, and nothing else's.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- Everything that was there before waits for its turn like what comes now.
    alter table blobs
      add column text_status text not null default 'waiting' check (text_status in ('waiting', 'ready', 'none')),
      add column text_reason text,
      add column text_truncated boolean not null default false,
      add column text_extractor int,
      add column text_tries int not null default 0,
      add column text_due_at timestamptz not null default now();
    create index blobs_text_due on blobs (text_due_at) where text_status = 'waiting';

    create table blob_texts (
      sha256 text primary key references blobs (sha256) on delete cascade,
      search tsvector not null
    );
    -- The text itself, in pieces: a snippet reads the one that it is cut from.
    create table blob_pieces (
      sha256 text not null references blobs (sha256) on delete cascade,
      at int not null,
      page int,
      text text not null,
      primary key (sha256, at)
    );

    -- \`search\` is everything that a document is found by; \`search_head\`, by which hits are ranked, its sheet alone.
    alter table record_faces alter column search drop expression;
    alter table record_faces add column search_head tsvector;
    update record_faces set search_head = search;
  `)
    .execute(db);
  await sql
    .raw(`
    create function public.legajo_face_search() returns trigger language plpgsql as $$
    declare
      body tsvector;
    begin
      new.search_head := public.legajo_tsvector(
        new.title, new.name, coalesce(new.code, '') || ' ' || new.search_extra, new.notes, '');
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
    create trigger record_faces_search
      before insert or update of title, name, code, search_extra, notes, version_id, search on record_faces
      for each row execute function public.legajo_face_search();
    -- Also where rows are put in with triggers off (the bulk seed).
    alter table record_faces enable always trigger record_faces_search;
  `)
    .execute(db);
}
