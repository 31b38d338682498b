import { type Kysely, sql } from 'kysely';

/** Messages that Outlook kept (`.msg`) are read now: those that are there already wait for their turn. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update blobs set text_status = 'waiting', text_reason = null, text_tries = 0, text_due_at = now()
    where text_status = 'none' and text_reason = 'kind'
      and sha256 in (select sha256 from versions where lower(name) ~ '[.]msg$')`.execute(db);
}
