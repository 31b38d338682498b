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
    -- Whose obligation somebody took away: they get none again.
    create table obligation_series_left (
      series uuid not null references obligation_series (id) on delete cascade,
      party uuid not null references parties (id) on delete cascade,
      primary key (series, party)
    );
    alter table obligations
      add column series uuid,
      add column party uuid,
      -- It was ended because its party no longer works here; the end that it had before.
      add column away boolean not null default false,
      add column kept_end date,
      add check ((series is null) = (party is null)),
      add foreign key (organization, series) references obligation_series (organization, id),
      add foreign key (organization, party) references parties (organization, id);
    create unique index obligations_party on obligations (series, party) where series is not null;
    create index on obligations (party) where party is not null;
  `)
    .execute(db);
}
