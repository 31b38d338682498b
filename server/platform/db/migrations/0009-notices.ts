import { type Kysely, sql } from 'kysely';

/** Reminders, what people want to be told and how, and requests of reviews and publications. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table notifications
      -- Of a reminder: what one call made, for however many people.
      add column series uuid,
      -- Of a reminder: its time has come, and was seen to.
      add column handled_at timestamptz,
      -- The day whose digest it waits for.
      add column digest_on date,
      -- Until when an answer is hoped for.
      add column due_on date;
    create index notifications_series on notifications (series) where series is not null;
    create index notifications_own_reminders on notifications (from_user, notify_at)
      where series is not null and handled_at is null;
    create index notifications_digest on notifications (user_id, digest_on)
      where digest_on is not null and mailed_at is null;

    -- What somebody chose for a type; where there is no row, the type's own default.
    create table notification_preferences (
      organization uuid not null,
      user_id uuid not null,
      type text not null,
      choice text not null check (choice in ('app', 'mail', 'daily', 'none')),
      updated_at timestamptz not null default now(),
      primary key (user_id, type),
      foreign key (organization, user_id) references users (organization, id) on delete cascade
    );

    create table review_requests (
      id uuid primary key,
      organization uuid not null,
      record_id uuid not null,
      version_id uuid not null references versions (id) on delete cascade,
      kind text not null check (kind in ('review', 'publication')),
      -- By name; nobody's means all who hold the role.
      asked uuid[] not null default '{}',
      asked_by uuid not null,
      message text not null default '',
      due_on date,
      created_at timestamptz not null,
      ended_at timestamptz,
      foreign key (organization, record_id) references records (organization, id) on delete cascade,
      foreign key (organization, asked_by) references users (organization, id)
    );
    create index review_requests_open on review_requests (version_id) where ended_at is null;
    create index review_requests_record on review_requests (record_id);

    -- Mails of one notification are no longer about review requests alone.
    update outbox set payload = jsonb_set(payload, '{mail,template}', '"notice"')
      where kind = 'mail' and payload -> 'mail' ->> 'template' = 'review-request';
    update outbox set payload = jsonb_set(payload, '{mail,template}', '"notices"')
      where kind = 'mail' and payload -> 'mail' ->> 'template' = 'review-digest';
  `)
    .execute(db);
}
