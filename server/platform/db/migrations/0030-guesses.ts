import { type Kysely, sql } from 'kysely';

/** Wrong codes by account and day, shared by all processes: a new code, session or process begins no new count. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table guesses (
      -- Whose code and of which kind, hashed under the server's secret: what strangers type is nobody's to read.
      subject text primary key,
      failures int not null,
      began_at timestamptz not null,
      blocked_until timestamptz
    );
    create index on guesses (began_at);
  `)
    .execute(db);
}
