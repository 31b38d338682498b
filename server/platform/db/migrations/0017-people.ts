import { type Kysely, sql } from 'kysely';

/**
 * Lists of people are sorted and searched by the database: by keys that sort alike on both (neither has a Spanish order
 * that the other one shares), the twin of `sortKey` for texts without numbers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(String.raw`
    create function public.legajo_name_key(source text) returns text
    language sql immutable strict parallel safe
    return left(btrim(lower(regexp_replace(
      replace(replace(normalize(source, NFD), U&'N\0303', 'n~'), U&'n\0303', 'n~'),
      U&'[\0300-\036f]', '', 'g'))), 300)
  `)
    .execute(db);
  await sql
    .raw(`
    alter table users
      add column name_key text collate "C" generated always as
        (public.legajo_name_key(lastname || ' ' || firstname)) stored,
      -- What is searched in: name, e-mail and RUT.
      add column search_key text collate "C" generated always as
        (public.legajo_name_key(firstname || ' ' || lastname || ' ' || email || ' ' || coalesce(rut, ''))) stored
  `)
    .execute(db);
  await sql.raw(`create index on users (organization, name_key, id)`).execute(db);
}
