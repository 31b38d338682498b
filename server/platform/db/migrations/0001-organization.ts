import { type Kysely, sql } from 'kysely';

/** Organizations, people, libraries and their members, labels, document types. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(String.raw`
    create table installation (
      id int primary key default 1 check (id = 1),
      epoch text not null,
      created_at timestamptz not null default now()
    );

    create table organizations (
      id uuid primary key,
      name text not null,
      tax_id text,
      timezone text not null default 'America/Santiago',
      settings jsonb not null default '{}',
      created_at timestamptz not null default now()
    );

    create table departments (
      id uuid not null primary key,
      organization uuid not null references organizations (id),
      name text not null,
      parent uuid,
      head uuid,
      unique (organization, id),
      foreign key (organization, parent) references departments (organization, id)
    );

    create table users (
      id uuid primary key,
      organization uuid not null references organizations (id),
      email text not null unique check (email = lower(email)),
      firstname text not null,
      lastname text not null,
      rut text,
      department uuid,
      enabled boolean not null default true,
      is_admin boolean not null default false,
      is_manager boolean not null default false,
      access int not null default 0,
      last_sign_in_at timestamptz,
      created_at timestamptz not null default now(),
      unique (organization, id),
      foreign key (organization, department) references departments (organization, id)
    );
    alter table departments add foreign key (organization, head) references users (organization, id);

    create table groups (
      id uuid primary key,
      organization uuid not null references organizations (id),
      name text not null,
      name_key text not null,
      description text not null default '',
      department uuid,
      default_labels uuid[] not null default '{}',
      seq bigint not null default 0,
      access int not null default 0,
      feed_floor bigint not null default 0,
      created_at timestamptz not null default now(),
      unique (organization, id),
      unique (organization, name_key),
      foreign key (organization, department) references departments (organization, id)
    );

    create table group_members (
      organization uuid not null,
      group_id uuid not null,
      user_id uuid not null,
      roles text[] not null default '{}' check (roles <@ array['upload', 'review', 'publish']),
      primary key (group_id, user_id),
      foreign key (organization, group_id) references groups (organization, id) on delete cascade,
      foreign key (organization, user_id) references users (organization, id) on delete cascade
    );
    create index on group_members (user_id);

    create table labels (
      id uuid primary key,
      organization uuid not null references organizations (id),
      name text not null,
      icon text not null,
      parent uuid,
      groups uuid[] not null default '{}',
      unique (organization, id),
      foreign key (organization, parent) references labels (organization, id)
    );

    create table document_types (
      id uuid primary key,
      organization uuid not null references organizations (id),
      name text not null,
      code text not null,
      retention_years int,
      review_months int,
      unique (organization, id),
      unique (organization, code)
    );
  `)
    .execute(db);
}
