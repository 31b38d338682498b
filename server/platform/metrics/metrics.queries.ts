import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';

export interface WaitingMessages {
  /** Due, and not handled yet. */
  readonly due: number;
  /** Not due yet: reminders, mails that wait for others, and what is being sent. */
  readonly later: number;
  /** Tried before, without success. */
  readonly failing: number;
  /** For how long the oldest has been due, in seconds. */
  readonly oldest: number;
}

/** What waits in the outbox. It reads the index of what is not done. */
export async function countWaiting(db: Kysely<Schema>, now: Date): Promise<WaitingMessages> {
  const { rows } = await sql<Record<keyof WaitingMessages, string | number>>`
    select count(*) filter (where available_at <= ${now}) as due,
      count(*) filter (where available_at > ${now} and attempts = 0) as later,
      count(*) filter (where last_error is not null) as failing,
      coalesce(extract(epoch from ${now}::timestamptz - min(available_at) filter (where available_at <= ${now})), 0)::float8 as oldest
    from outbox where done_at is null`.execute(db);
  const [row] = rows;
  const { due, later, failing, oldest } = row ?? { due: 0, later: 0, failing: 0, oldest: 0 };
  return { due: Number(due), later: Number(later), failing: Number(failing), oldest: Number(oldest) };
}

/** Uploads whose last byte came after a moment, and what they announced, in bytes. */
export async function countUploads(
  db: Kysely<Schema>,
  since: Date,
): Promise<{ readonly uploads: number; readonly announced: number }> {
  const { rows } = await sql<{ uploads: string; announced: string }>`
    select count(*) as uploads, coalesce(sum(announced), 0) as announced
    from versions where status = 'pending' and coalesce(last_byte_at, created_at) > ${since}`.execute(db);
  return { uploads: Number(rows[0]?.uploads ?? 0), announced: Number(rows[0]?.announced ?? 0) };
}

/** Bytes and number of all contents. Reads the whole table: call it seldom. */
export async function sumContents(
  db: Kysely<Schema>,
): Promise<{ readonly contents: number; readonly bytes: number }> {
  const { rows } = await sql<{ contents: string; bytes: string }>`
    select count(*) as contents, coalesce(sum(size), 0) as bytes from blobs`.execute(db);
  return { contents: Number(rows[0]?.contents ?? 0), bytes: Number(rows[0]?.bytes ?? 0) };
}
