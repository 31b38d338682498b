import { type Kysely, sql } from 'kysely';

/** What an import of a table made and changed, for as long as it can be undone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table table_imports (
      id uuid primary key,
      organization uuid not null references organizations (id) on delete cascade,
      made_by uuid not null references users (id) on delete cascade,
      made_at timestamptz not null,
      kind text not null,
      steps jsonb not null
    );
    create index on table_imports (organization, made_at);
  `)
    .execute(db);
}
