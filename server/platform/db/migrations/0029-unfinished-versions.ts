import { type Kysely, sql } from 'kysely';

/** A version whose file was taken up though its writer seemed not to have finished, and why that is thought. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`alter table versions add column unfinished text check (unfinished in ('open', 'incomplete'))`)
    .execute(db);
}
