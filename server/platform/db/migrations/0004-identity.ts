import { type Kysely, sql } from 'kysely';

/** The embedded user pool: passwords, refresh families, reset codes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(String.raw`
    create table passwords (
      user_id uuid primary key references users (id) on delete cascade,
      hash text not null,
      temporary boolean not null,
      changed_at timestamptz not null default now()
    );

    create table refresh_families (
      id uuid primary key,
      organization uuid not null,
      user_id uuid not null,
      client text not null,
      device text,
      created_at timestamptz not null default now(),
      last_used_at timestamptz not null default now(),
      expires_at timestamptz not null,
      revoked_at timestamptz,
      revoked_why text,
      foreign key (organization, user_id) references users (organization, id) on delete cascade
    );
    create index on refresh_families (user_id);

    create table refresh_tokens (
      hash text primary key,
      family_id uuid not null references refresh_families (id) on delete cascade,
      created_at timestamptz not null default now(),
      used_at timestamptz,
      successor text
    );
    create index on refresh_tokens (family_id);

    create table reset_codes (
      user_id uuid primary key references users (id) on delete cascade,
      code_hash text not null,
      tries int not null default 0,
      expires_at timestamptz not null
    );
  `)
    .execute(db);
}
