import { type Kysely, sql } from 'kysely';

/** Labels that are merged and deleted, the organization's own data, document types with a scope, settings by section. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table labels add column rev int not null default 0;

    -- What a label that is gone was called, for the history that still names it; and which one stands in its place.
    create table gone_labels (
      id uuid primary key,
      organization uuid not null references organizations (id) on delete cascade,
      name text not null,
      icon text not null,
      replaced_by uuid,
      at timestamptz not null,
      foreign key (organization, replaced_by) references labels (organization, id)
    );
    create index on gone_labels (organization, replaced_by);

    alter table organizations
      add column email text,
      add column phone text,
      add column address text,
      -- A content that an organization names is kept, as one that a version names is.
      add column logo text references blobs (sha256),
      add column logo_type text,
      add column rev int not null default 0,
      -- How often each section of the settings was saved: each has its own optimistic lock.
      add column settings_revs jsonb not null default '{}';
    create index on organizations (logo) where logo is not null;

    alter table document_types
      add column default_scope text
        check (default_scope in ('public', 'internal', 'restricted', 'confidential')),
      add column rev int not null default 0;
    create index on record_faces (organization, document_type) where document_type is not null;
  `)
    .execute(db);
}
