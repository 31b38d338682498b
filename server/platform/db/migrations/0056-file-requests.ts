import { type Kysely, sql } from 'kysely';

/** Links by which people without an account send files into a folder, and what has come by them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table versions add column sender text, add column sent_for text;
    alter table versions add check ((sender is null) = (sent_for is null));

    create table file_requests (
      id uuid primary key,
      organization uuid not null,
      group_id uuid not null,
      -- A folder that is deleted ends the links into it. What came by them says so itself (versions.sender).
      folder_id uuid not null,
      kind text not null check (kind in ('files')),
      -- Of the secret in the link, which is told once and stored nowhere.
      secret_hash text not null unique,
      title text not null,
      max_files int not null,
      max_bytes bigint not null,
      created_by uuid not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      revoked_at timestamptz,
      revoked_by uuid,
      -- The notification that tells its maker of what came within the hour.
      notice_id uuid references notifications (id) on delete set null,
      told_at timestamptz,
      unique (organization, id),
      check ((revoked_at is null) = (revoked_by is null)),
      foreign key (group_id, folder_id) references folders (group_id, id) on delete cascade,
      foreign key (organization, group_id) references groups (organization, id) on delete cascade,
      foreign key (organization, created_by) references users (organization, id),
      foreign key (organization, revoked_by) references users (organization, id)
    );
    create index on file_requests (folder_id, created_at);
    create index on file_requests (group_id);
    create index on file_requests (notice_id) where notice_id is not null;

    create table file_request_files (
      -- Also the key of its upload, and the operation that makes its document.
      id uuid primary key,
      request_id uuid not null references file_requests (id) on delete cascade,
      -- The page's own name for it, by which a repeated call is known.
      operation uuid not null,
      name text not null,
      type text not null,
      size bigint not null check (size > 0),
      sender text not null,
      comment text not null,
      begun_at timestamptz not null,
      touched_at timestamptz not null,
      given_up_at timestamptz,
      received_at timestamptz,
      sha256 text,
      version_id uuid references versions (id) on delete set null,
      unique (request_id, operation),
      check ((received_at is null) = (sha256 is null)),
      check (received_at is null or given_up_at is null)
    );
    create index on file_request_files (version_id) where version_id is not null;

    create table file_request_mails (
      id uuid primary key,
      organization uuid not null,
      request_id uuid not null references file_requests (id) on delete cascade,
      email text not null,
      sent_at timestamptz not null,
      sent_by uuid not null,
      foreign key (organization, sent_by) references users (organization, id)
    );
    create index on file_request_mails (request_id, sent_at);
  `)
    .execute(db);
}
