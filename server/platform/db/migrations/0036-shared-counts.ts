import { type Kysely, sql } from 'kysely';

/** What all processes of a database count and know together: calls of people, and the codes of a first run. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- The columns of rate-limiter-flexible, in its order; expire is in milliseconds since 1970.
    create table rate_counts (
      key text primary key,
      points integer not null default 0,
      expire bigint
    );
    create index on rate_counts (expire);
    create table first_run_codes (
      hash text primary key,
      -- The process whose console says it.
      process uuid not null,
      expires_at timestamptz not null
    );
  `)
    .execute(db);
}
