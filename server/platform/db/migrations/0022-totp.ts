import { type Kysely, sql } from 'kysely';

/** The second step of sign-in: secrets of authenticator apps, and codes for the day when the phone is lost. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table totp (
      user_id uuid primary key references users (id) on delete cascade,
      -- Sealed under the key in DATA_DIR/keys.
      secret text not null,
      begun_at timestamptz not null,
      -- Null until a code has shown that the app has the secret.
      confirmed_at timestamptz,
      -- The step of the last code that was taken: it, and those before it, are never taken again.
      last_step int
    );

    create table recovery_codes (
      user_id uuid not null references totp (user_id) on delete cascade,
      hash text not null,
      used_at timestamptz,
      primary key (user_id, hash)
    );
  `)
    .execute(db);
}
