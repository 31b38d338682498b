import { type Kysely, sql } from 'kysely';

/** Comments on versions of documents, with the passage or page that each is about. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table comments (
      id uuid primary key,
      organization uuid not null,
      record_id uuid not null,
      version_id uuid not null,
      text text not null,
      -- The words of the passage; null for a whole page, or the version as a whole.
      quote text,
      -- What stands before and after it.
      prefix text not null default '',
      suffix text not null default '',
      page int,
      user_id uuid not null,
      at timestamptz not null,
      edited_at timestamptz,
      resolved_by uuid,
      resolved_at timestamptz,
      rev int not null default 0,
      -- With the document its comments go, and with them what they quote.
      foreign key (organization, record_id) references records (organization, id) on delete cascade,
      foreign key (record_id, version_id) references versions (record_id, id) on delete cascade,
      foreign key (organization, user_id) references users (organization, id),
      foreign key (organization, resolved_by) references users (organization, id),
      check ((resolved_at is null) = (resolved_by is null)),
      check (quote <> '')
    );
    create index on comments (record_id, at, id);

    -- What a notification is about: its words are read from there, so that they are nowhere else.
    alter table notifications add column comment_id uuid;
  `)
    .execute(db);
}
