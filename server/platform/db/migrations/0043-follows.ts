import { type Kysely, sql } from 'kysely';

/** What people follow: documents, folders with what lies below them, and whole libraries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table follows (
      id uuid primary key,
      organization uuid not null,
      user_id uuid not null,
      record_id uuid,
      folder_id uuid,
      group_id uuid,
      created_at timestamptz not null,
      foreign key (organization, user_id) references users (organization, id) on delete cascade,
      foreign key (organization, record_id) references records (organization, id) on delete cascade,
      foreign key (organization, folder_id) references folders (organization, id) on delete cascade,
      foreign key (organization, group_id) references groups (organization, id) on delete cascade,
      check (num_nonnulls(record_id, folder_id, group_id) = 1)
    );
    create unique index on follows (user_id, record_id) where record_id is not null;
    create unique index on follows (user_id, folder_id) where folder_id is not null;
    create unique index on follows (user_id, group_id) where group_id is not null;
    -- Every notice asks who follows its document, and deletions ask what refers to them.
    create index on follows (record_id) where record_id is not null;
    create index on follows (folder_id) where folder_id is not null;
    create index on follows (group_id) where group_id is not null;
  `)
    .execute(db);
}
