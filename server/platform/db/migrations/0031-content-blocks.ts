import { type Kysely, sql } from 'kysely';

/** What every block of a large content must be, and which contents were found to be something else. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table content_blocks (
      sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
      -- SHA-256 of each MiB, one after the other.
      hashes bytea not null
    );
    -- Hashes are noise: to try to make them smaller costs time and saves nothing.
    alter table content_blocks alter column hashes set storage external;
    create table damaged_contents (
      sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
      found_at timestamptz not null default now()
    );
  `)
    .execute(db);
}
