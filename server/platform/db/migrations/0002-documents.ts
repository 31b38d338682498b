import { type Kysely, sql } from 'kysely';
import { SEARCH_STATEMENTS } from '../../text/search-sql.ts';

/** Folders, records with their faces, versions, reviews. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of SEARCH_STATEMENTS) await sql.raw(statement).execute(db);
  await sql
    .raw(String.raw`
    create table folders (
      id uuid primary key,
      organization uuid not null,
      group_id uuid not null,
      parent uuid,
      name text not null,
      name_key text not null,
      default_labels uuid[],
      seq bigint not null,
      rev int not null default 0,
      created_at timestamptz not null default now(),
      unique (organization, id),
      unique (group_id, id),
      foreign key (organization, group_id) references groups (organization, id),
      foreign key (group_id, parent) references folders (group_id, id)
    );
    create index on folders (group_id, parent);
    create index on folders (group_id, seq);

    create table records (
      id uuid primary key,
      organization uuid not null,
      group_id uuid not null,
      folder_id uuid,
      scope text not null check (scope in ('public', 'internal', 'restricted', 'confidential')),
      ready boolean not null default false,
      current_version uuid,
      published_version uuid,
      next_number int not null default 1,
      created_by uuid not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz,
      deleted_by uuid,
      rev int not null default 0,
      seq bigint not null,
      unique (organization, id),
      foreign key (organization, group_id) references groups (organization, id),
      foreign key (group_id, folder_id) references folders (group_id, id),
      foreign key (organization, created_by) references users (organization, id),
      foreign key (organization, deleted_by) references users (organization, id)
    );
    create index on records (group_id, seq);
    create index on records (folder_id);

    create table record_authors (
      organization uuid not null,
      record_id uuid not null,
      user_id uuid not null,
      position int not null,
      primary key (record_id, user_id),
      foreign key (organization, record_id) references records (organization, id) on delete cascade,
      foreign key (organization, user_id) references users (organization, id)
    );
    create index on record_authors (user_id);

    -- One name, one thing, in every folder: folders and both faces of records share this key space, so that every
    -- tree can lie on every disk. The library's root is the nil UUID, since a null would be no key.
    create table places (
      group_id uuid not null,
      parent uuid not null,
      key text not null,
      node_id uuid not null,
      primary key (group_id, parent, key)
    );
    create index on places (node_id);

    create table blobs (
      sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
      size bigint not null,
      created_at timestamptz not null default now()
    );

    create table versions (
      id uuid primary key,
      organization uuid not null,
      record_id uuid not null,
      number int,
      state int not null check (state between 0 and 6),
      status text not null check (status in ('pending', 'ready', 'errored')),
      key text not null unique,
      name text not null,
      type text not null,
      size bigint,
      sha256 text references blobs (sha256),
      comment text not null default '',
      base uuid,
      on_stale text not null default 'refuse' check (on_stale in ('refuse', 'keep')),
      conflict boolean not null default false,
      settled boolean not null default false,
      discarded boolean not null default false,
      was_published boolean not null default false,
      origin text not null check (origin in ('web', 'sync', 'api', 'collab', 'restore', 'revert')),
      operation text,
      created_by uuid not null,
      created_at timestamptz not null default now(),
      ready_at timestamptz,
      last_byte_at timestamptz,
      unique (organization, id),
      unique (record_id, id),
      unique (record_id, number),
      check (status <> 'ready' or (number is not null and sha256 is not null and size is not null)),
      foreign key (organization, record_id) references records (organization, id) on delete cascade,
      foreign key (record_id, base) references versions (record_id, id),
      foreign key (organization, created_by) references users (organization, id)
    );
    create unique index versions_operation on versions (created_by, operation) where operation is not null;
    create index on versions (sha256);
    create index on versions (status, last_byte_at) where status = 'pending';
    alter table records add foreign key (id, current_version) references versions (record_id, id) deferrable initially deferred;
    alter table records add foreign key (id, published_version) references versions (record_id, id) deferrable initially deferred;

    create table record_faces (
      record_id uuid not null,
      face text not null check (face in ('working', 'published')),
      organization uuid not null,
      group_id uuid not null,
      folder_id uuid,
      scope text not null,
      authors uuid[] not null,
      created_by uuid not null,
      ready boolean not null,
      deleted boolean not null default false,
      version_id uuid,
      number int,
      state int not null check (state between 0 and 6),
      title text not null,
      name text not null,
      disk_name text not null,
      disk_key text not null,
      notes text not null,
      labels uuid[] not null,
      document_type uuid,
      code text,
      date date not null,
      issued_on date,
      valid_from date,
      expires_on date,
      next_review_on date,
      file_type text not null,
      file_kind text not null,
      size bigint not null,
      title_sort text collate "C" not null,
      name_sort text collate "C" not null,
      search_extra text not null,
      search tsvector generated always as (legajo_tsvector(title, name, coalesce(code, '') || ' ' || search_extra, notes, '')) stored,
      updated_at timestamptz not null,
      primary key (record_id, face),
      foreign key (organization, record_id) references records (organization, id) on delete cascade,
      foreign key (organization, document_type) references document_types (organization, id)
    );
    create unique index record_faces_code on record_faces (organization, code) where face = 'working' and code is not null and not deleted;
    create index record_faces_search on record_faces using gin (search) with (gin_pending_list_limit = 128);
    create index record_faces_labels on record_faces using gin (labels) with (gin_pending_list_limit = 128);
    create index record_faces_authors on record_faces using gin (authors) with (gin_pending_list_limit = 128);
    create index record_faces_folder_title on record_faces (group_id, folder_id, title_sort, record_id) where not deleted;
    create index record_faces_folder_date on record_faces (group_id, folder_id, date desc, record_id desc) where not deleted;
    create index record_faces_group_date on record_faces (group_id, date desc, record_id desc) where not deleted;
    create index record_faces_org_date on record_faces (organization, date desc, record_id desc) where not deleted;
    create index record_faces_org_title on record_faces (organization, title_sort, record_id) where not deleted;
    create index record_faces_updated on record_faces (organization, updated_at desc, record_id desc) where not deleted;
    create index record_faces_state on record_faces (organization, state, updated_at desc) where not deleted;

    create table reviews (
      id uuid primary key,
      organization uuid not null,
      record_id uuid not null,
      version_id uuid not null,
      from_state int not null,
      to_state int not null,
      comment text not null default '',
      user_id uuid not null,
      at timestamptz not null default now(),
      foreign key (organization, record_id) references records (organization, id) on delete cascade,
      foreign key (record_id, version_id) references versions (record_id, id),
      foreign key (organization, user_id) references users (organization, id)
    );
    create index on reviews (record_id, at);
  `)
    .execute(db);
}
