import { type Kysely, sql } from 'kysely';

/** Replies to comments, and who is named in a comment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- The comment that starts the thread; null for that one itself.
    alter table comments add column parent_id uuid references comments (id) on delete cascade;
    alter table comments add column mentions uuid[] not null default '{}';
    create index on comments (parent_id);
  `)
    .execute(db);
}
