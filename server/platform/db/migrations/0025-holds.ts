import { type Kysely, sql } from 'kysely';

/** Legal holds, and what lies under each: single documents, folders with all below, whole libraries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table holds (
      id uuid primary key,
      organization uuid not null references organizations (id),
      name text not null,
      reason text not null,
      -- Of a case, an audit, a claim: whatever the organization calls it by.
      reference text,
      -- Its last day, inclusive; null while it runs until somebody releases it.
      until date,
      placed_by uuid not null,
      placed_at timestamptz not null,
      released_by uuid,
      released_at timestamptz,
      release_reason text,
      rev int not null default 0,
      unique (organization, id),
      foreign key (organization, placed_by) references users (organization, id),
      foreign key (organization, released_by) references users (organization, id),
      check ((released_at is null) = (released_by is null)),
      check ((released_at is null) = (release_reason is null))
    );
    -- Asked at every deletion, and few rows at any time.
    create index holds_open on holds (organization) where released_at is null;
    create index holds_listed on holds (organization, placed_at desc, id desc);

    create table hold_items (
      id uuid primary key,
      organization uuid not null,
      hold_id uuid not null,
      record_id uuid,
      folder_id uuid,
      group_id uuid,
      -- It was not chosen but followed: it lay in what is held, and was moved out of there.
      followed boolean not null default false,
      added_by uuid not null,
      added_at timestamptz not null,
      foreign key (organization, hold_id) references holds (organization, id) on delete cascade,
      -- Only what no hold keeps is ever deleted: then it leaves the holds that were released, too.
      foreign key (organization, record_id) references records (organization, id) on delete cascade,
      foreign key (organization, folder_id) references folders (organization, id) on delete cascade,
      foreign key (organization, group_id) references groups (organization, id) on delete cascade,
      foreign key (organization, added_by) references users (organization, id),
      check (num_nonnulls(record_id, folder_id, group_id) = 1)
    );
    create unique index on hold_items (hold_id, record_id) where record_id is not null;
    create unique index on hold_items (hold_id, folder_id) where folder_id is not null;
    create unique index on hold_items (hold_id, group_id) where group_id is not null;
    create index on hold_items (record_id) where record_id is not null;
    create index on hold_items (folder_id) where folder_id is not null;
    create index on hold_items (group_id) where group_id is not null;
  `)
    .execute(db);
}
