import { type Kysely, sql } from 'kysely';

/** How many bytes a pending version is to bring: room that is given away is counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table versions add column announced bigint').execute(db);
}
