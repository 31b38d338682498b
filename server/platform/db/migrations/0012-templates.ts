import { type Kysely, sql } from 'kysely';

/** The organization's own templates of documents that people write together. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table document_templates (
      id uuid primary key,
      organization uuid not null references organizations (id) on delete cascade,
      name text not null,
      name_key text not null,
      file_name text not null,
      -- A content that a template names is kept, as one that a version names is.
      sha256 text not null references blobs (sha256),
      size bigint not null,
      variables text[] not null,
      unknown text[] not null,
      rev integer not null default 0,
      updated_by uuid not null,
      updated_at timestamptz not null,
      unique (organization, name_key),
      foreign key (organization, updated_by) references users (organization, id)
    );
    create index on document_templates (sha256);
  `)
    .execute(db);
}
