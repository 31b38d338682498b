import { type Kysely, sql } from 'kysely';
import { EXACT, EXACT_STATEMENTS } from '../../text/exact-sql.ts';

/**
 * Search finds every word, and quotes are compared with words as they stand. Rows of before keep their vectors, and are
 * found as before, until a job has made them anew (`server/domains/search/rebuild`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of EXACT_STATEMENTS) await sql.raw(statement).execute(db);
  await sql
    .raw(`
    create or replace function public.legajo_face_search() returns trigger language plpgsql as $$
    declare
      body tsvector;
      extra text := coalesce(new.code, '') || ' ' || new.search_extra;
    begin
      -- Hits are ranked by \`search_head\`, which is read for a thousand of them: it has no unstemmed words.
      if tg_op = 'UPDATE' and new.search is not null and new.search_head is not null
        and (new.title, new.name, new.code, new.search_extra, new.notes)
          is not distinct from (old.title, old.name, old.code, old.search_extra, old.notes)
      then
        new.search_head := old.search_head;
      else
        new.search_head := public.legajo_stemmed_fields(new.title, new.name, extra, new.notes, '');
      end if;
      new.search := public.legajo_exact_fields(new.title, new.name, extra, new.notes, '') || new.search_head;
      if new.version_id is not null then
        select t.search into body
        from public.versions v join public.blob_texts t on t.sha256 = v.sha256 where v.id = new.version_id;
        if found then
          new.search := new.search || body;
          -- The mark of vectors that have all words unstemmed (exact-sql.ts).
          if not body @@ '''${EXACT}'''::tsquery then
            new.search := ts_delete(new.search, '${EXACT}');
          end if;
        end if;
      end if;
      return new;
    end $$
  `)
    .execute(db);
  await sql
    .raw(`
    -- How far the job has come: contents in the order of their hashes, then records in that of their ids.
    create table search_rebuild (
      stage text primary key check (stage in ('contents', 'records')),
      -- The last one that is done; empty before the first.
      after text not null default '',
      finished boolean not null
    );
    insert into search_rebuild (stage, finished) values
      ('contents', not exists (select from blob_texts)),
      ('records', not exists (select from record_faces));
  `)
    .execute(db);
}
