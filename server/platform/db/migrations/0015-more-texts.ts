import { type Kysely, sql } from 'kysely';

/**
 * Contents that the readers of before could do nothing with, and those of now can, wait for their turn once more:
 * OpenDocument and Rich Text, Word documents of which nothing was kept for their length, and what is attached to mails.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update blobs set text_status = 'waiting', text_reason = null, text_tries = 0, text_due_at = now()
    where (text_status = 'none' and text_reason = 'kind' and sha256 in (
        select sha256 from versions where lower(name) ~ '[.](od[tsp]|ot[tsp]|rtf)$'))
      or (text_status = 'none' and text_reason = 'empty' and size > 10000 and sha256 in (
        select sha256 from versions where lower(name) ~ '[.](doc[xm]|dotx|ppt[xm]|ppsx)$'))
      or (text_status = 'ready' and sha256 in (select sha256 from versions where lower(name) ~ '[.]eml$'))`.execute(
    db,
  );
}
