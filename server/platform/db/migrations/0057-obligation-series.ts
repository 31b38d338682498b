import { type Kysely, sql } from 'kysely';

/** Obligations over a list: one for each contractor, worker or site of a library. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table obligation_series (
      id uuid primary key,
      organization uuid not null,
      calendar_id uuid not null,
      title text not null,
      kind text not null check (kind in ('contractor', 'worker', 'site')),
      group_id uuid not null,
      created_at timestamptz not null,
      unique (organization, id),
      foreign key (organization, calendar_id) references calendars (organization, id) on delete cascade,
      foreign key (organization, group_id) references groups (organization, id) on delete cascade
    );
    create index on obligation_series (group_id, kind);
    alter table obligations
      add column series uuid,
      add column party uuid,
      add check ((series is null) = (party is null)),
      add foreign key (organization, series) references obligation_series (organization, id),
      add foreign key (organization, party) references parties (organization, id);
    create unique index obligations_party on obligations (series, party) where series is not null;
    create index on obligations (party) where party is not null;
  `)
    .execute(db);
}
