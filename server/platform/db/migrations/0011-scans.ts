import { type Kysely, sql } from 'kysely';

/** Which contents without words a recognizer has not looked at yet: pictures, and scanned PDFs among what is empty. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index blobs_scan_due on blobs (text_due_at)
    where text_status = 'none' and text_reason in ('kind', 'empty') and text_extractor < 2`.execute(db);
}
