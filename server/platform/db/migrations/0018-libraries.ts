import { type Kysely, sql } from 'kysely';

/** Libraries that are archived, and the optimistic locks of libraries and departments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table groups
      -- Since when nothing is written in it; null while it is open.
      add column archived_at timestamptz,
      -- Grows with every change of what its form shows; its members are told apart by themselves.
      add column rev int not null default 0;
    -- Asked at every call of everybody, and empty most of the time.
    create index groups_archived on groups (organization) where archived_at is not null;
    create index on groups (organization, department);

    alter table departments add column rev int not null default 0;
    create index on departments (organization, parent);
    create index on users (organization, department);
  `)
    .execute(db);
}
