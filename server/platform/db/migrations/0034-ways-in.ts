import { type Kysely, sql } from 'kysely';

/** The devices that somebody has signed in with, and mailed links beside mailed codes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table known_devices (
      -- Of the key that the device keeps: several people may use one.
      hash text not null,
      user_id uuid not null references users (id) on delete cascade,
      first_at timestamptz not null,
      last_at timestamptz not null,
      primary key (hash, user_id)
    );
    create index on known_devices (user_id);
    create index on known_devices (last_at);

    alter table reset_codes add column secret_hash text;
  `)
    .execute(db);
}
