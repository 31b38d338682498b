import { type Kysely, sql } from 'kysely';

/** Who is writing to which upload, for all processes: a lease, so that a process that dies holds nothing for long. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table upload_locks (
      key text primary key,
      holder uuid not null,
      expires_at timestamptz not null,
      -- Another process waits for it: its holder is to come to an end.
      wanted boolean not null default false
    );
  `)
    .execute(db);
}
