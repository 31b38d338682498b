import { type Kysely, sql } from 'kysely';

/** Notifications, audit, outbox, idempotency; desktops and their feed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(String.raw`
    create table notifications (
      id uuid primary key,
      organization uuid not null,
      user_id uuid not null,
      type text not null,
      state int not null,
      record_id uuid not null,
      version_id uuid,
      from_user uuid not null,
      comment text not null default '',
      notify_at timestamptz not null,
      created_at timestamptz not null default now(),
      dismissed_at timestamptz,
      mailed_at timestamptz,
      foreign key (organization, user_id) references users (organization, id) on delete cascade,
      foreign key (organization, from_user) references users (organization, id),
      foreign key (organization, record_id) references records (organization, id) on delete cascade
    );
    create index on notifications (user_id, notify_at desc) where dismissed_at is null;
    create index on notifications (record_id);

    create table audit_events (
      id uuid primary key,
      organization uuid not null references organizations (id),
      actor uuid,
      action text not null,
      target_type text not null,
      target_id uuid not null,
      before jsonb,
      after jsonb,
      ip text,
      at timestamptz not null default now()
    );
    create index on audit_events (organization, at desc);
    create index on audit_events (target_id, at desc);
    create function refuse_audit_change() returns trigger language plpgsql as $$
      begin
        raise exception 'audit events are append only';
      end $$;
    create trigger audit_append_only before update or delete on audit_events
      for each row execute function refuse_audit_change();

    create table outbox (
      id bigint generated always as identity primary key,
      organization uuid,
      kind text not null,
      payload jsonb not null,
      key text unique,
      available_at timestamptz not null default now(),
      attempts int not null default 0,
      last_error text,
      done_at timestamptz
    );
    create index on outbox (available_at, id) where done_at is null;

    create table idempotency (
      user_id uuid not null references users (id) on delete cascade,
      endpoint text not null,
      key text not null,
      body_hash text not null,
      status int not null,
      response text not null,
      created_at timestamptz not null default now(),
      primary key (user_id, endpoint, key)
    );

    create table clients (
      id uuid primary key,
      organization uuid not null,
      user_id uuid not null,
      name text not null,
      platform text not null,
      created_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now(),
      revoked_at timestamptz,
      unique (user_id, id),
      foreign key (organization, user_id) references users (organization, id) on delete cascade
    );

    create table operations (
      id uuid primary key,
      organization uuid not null,
      user_id uuid not null,
      client_id uuid not null,
      type text not null,
      record_id uuid,
      base uuid,
      token_hash text not null unique,
      expires_at timestamptz not null,
      spent_at timestamptz,
      foreign key (user_id, client_id) references clients (user_id, id) on delete cascade
    );

    create table tombstones (
      organization uuid not null,
      group_id uuid not null references groups (id) on delete cascade,
      node_id uuid not null,
      kind text not null check (kind in ('record', 'folder')),
      scope text,
      authors uuid[] not null default '{}',
      was_published boolean not null,
      seq bigint not null,
      at timestamptz not null default now(),
      primary key (group_id, node_id)
    );
    create index on tombstones (group_id, seq);
  `)
    .execute(db);
}
