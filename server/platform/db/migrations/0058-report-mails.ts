import { type Kysely, sql } from 'kysely';

/** The report by mail each month: what is planned, to whom it goes, and each mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table report_mails (
      id uuid primary key,
      organization uuid not null,
      version int not null default 1,
      day int not null check (day between 1 and 28),
      formats text[] not null,
      -- Null for the whole report.
      filters jsonb,
      created_by uuid not null,
      created_at timestamptz not null,
      -- The last month that was seen to, YYYY-MM: mailed, or over.
      handled_month text not null,
      -- The last month that ended before anybody could be mailed.
      missed_month text,
      unique (organization, id),
      foreign key (organization, created_by) references users (organization, id)
    );
    create index on report_mails (handled_month);

    create table report_mail_people (
      report_mail uuid not null references report_mails (id) on delete cascade,
      user_id uuid not null references users (id) on delete cascade,
      left_at timestamptz,
      primary key (report_mail, user_id)
    );
    create index on report_mail_people (user_id);

    -- Each mail: to one person, in one month. No bytes: its files are made when it is sent.
    create table report_mail_sends (
      id uuid primary key,
      organization uuid not null,
      report_mail uuid not null references report_mails (id) on delete cascade,
      user_id uuid not null references users (id) on delete cascade,
      -- In which it is sent; it tells of the month before.
      month text not null,
      -- Asked for by its person, to see what comes.
      is_try boolean not null,
      sending text not null check (sending in ('waiting', 'sent', 'missed', 'dropped')),
      queued_at timestamptz not null,
      -- When somebody may take it: put off while it is being sent, and after a failure.
      available_at timestamptz not null,
      taken_by uuid,
      attempts int not null default 0,
      last_error text,
      ended_at timestamptz,
      check ((sending = 'waiting') = (ended_at is null))
    );
    -- Each month's mail to somebody is queued once, whoever queues it.
    create unique index report_mail_sends_once on report_mail_sends (report_mail, month, user_id) where not is_try;
    create index on report_mail_sends (available_at) where sending = 'waiting';
    create index on report_mail_sends (ended_at);
    create index on report_mail_sends (user_id);
  `)
    .execute(db);
}
