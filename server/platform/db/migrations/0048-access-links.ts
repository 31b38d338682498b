import { type Kysely, sql } from 'kysely';

/** The links by which people who have never signed in set their first password: an admin makes them and hands them over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table access_links (
      user_id uuid primary key references users (id) on delete cascade,
      -- Of the long secret in the link.
      secret_hash text not null,
      made_by uuid references users (id) on delete set null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index on access_links (made_by)`.execute(db);
}
