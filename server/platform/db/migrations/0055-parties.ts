import { type Kysely, sql } from 'kysely';

/**
 * Contractors, workers and sites, each with one folder, and who is assigned to which site. The name of each is its
 * folder's.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table parties (
      id uuid primary key,
      organization uuid not null,
      group_id uuid not null,
      folder_id uuid not null unique,
      kind text not null check (kind in ('contractor', 'worker', 'site')),
      contractor uuid,
      rut text,
      contact text,
      email text,
      phone text,
      notes text not null,
      ended_at timestamptz,
      created_by uuid not null,
      created_at timestamptz not null,
      rev int not null default 0,
      unique (organization, id),
      check (contractor is null or kind = 'worker'),
      foreign key (organization, group_id) references groups (organization, id) on delete cascade,
      foreign key (organization, folder_id) references folders (organization, id) on delete cascade,
      foreign key (organization, contractor) references parties (organization, id),
      foreign key (organization, created_by) references users (organization, id)
    );
    create index on parties (group_id, kind);
    create index on parties (contractor);
    create unique index parties_rut on parties (group_id, kind, rut) where rut is not null and ended_at is null;

    create table party_sites (
      organization uuid not null,
      site_id uuid not null,
      party_id uuid not null,
      created_by uuid not null,
      created_at timestamptz not null,
      primary key (site_id, party_id),
      foreign key (organization, site_id) references parties (organization, id) on delete cascade,
      foreign key (organization, party_id) references parties (organization, id) on delete cascade,
      foreign key (organization, created_by) references users (organization, id)
    );
    create index on party_sites (party_id);
  `)
    .execute(db);
}
