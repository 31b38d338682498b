import { type Kysely, sql } from 'kysely';

/** Words of titles, by which slips of the finger are found; and the searches that people keep. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- Every word that a title of the organization ever had, as search compares words (\`legajo_words\`). Never shown
    -- by itself: a corrected search is answered only by what its person sees.
    create table title_words (
      id bigint generated always as identity primary key,
      organization uuid not null references organizations (id) on delete cascade,
      word text not null,
      unique (organization, word)
    );

    create table saved_searches (
      id uuid primary key,
      organization uuid not null,
      user_id uuid not null,
      name text not null,
      name_key text not null,
      query text not null,
      created_at timestamptz not null,
      unique (user_id, name_key),
      foreign key (organization, user_id) references users (organization, id) on delete cascade
    );
  `)
    .execute(db);
  await sql
    .raw(`
    create function public.legajo_keep_title_words() returns trigger language plpgsql as $$
    begin
      -- In one order everywhere, so that two writers of the same new words wait for each other, and no more.
      insert into public.title_words (organization, word)
      select distinct new.organization, left(said, 40)
      from string_to_table(translate(public.legajo_normalize(new.title), 'ó', 'o'), ' ') as said
      where length(said) >= 4 and said ~ '^[a-z]+$'
        and not exists (
          select 1 from public.title_words w where w.organization = new.organization and w.word = left(said, 40))
      order by 2
      on conflict do nothing;
      return null;
    end $$
  `)
    .execute(db);
  await sql
    .raw(`
    create trigger record_faces_title_words_insert after insert on record_faces
      for each row execute function public.legajo_keep_title_words();
    create trigger record_faces_title_words_update after update of title on record_faces
      for each row when (old.title is distinct from new.title)
      execute function public.legajo_keep_title_words();
    -- Also where rows are put in with triggers off (the bulk seed).
    alter table record_faces enable always trigger record_faces_title_words_insert;

    insert into title_words (organization, word)
    select distinct f.organization, left(said, 40)
    from record_faces f, string_to_table(translate(public.legajo_normalize(f.title), 'ó', 'o'), ' ') as said
    where length(said) >= 4 and said ~ '^[a-z]+$';
  `)
    .execute(db);
}
