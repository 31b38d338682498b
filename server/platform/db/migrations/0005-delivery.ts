import { type Kysely, sql } from 'kysely';

/** What revoking a desktop and grouping of mails need. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- The session that registered a desktop ends with it.
    alter table clients add column session uuid;
    -- How many mails somebody was sent lately, and which of theirs still wait.
    create index outbox_mail_to on outbox ((payload -> 'mail' ->> 'to'), done_at) where kind = 'mail';
    create index outbox_done on outbox (done_at) where done_at is not null;
  `)
    .execute(db);
}
