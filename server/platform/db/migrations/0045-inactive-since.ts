import { type Kysely, sql } from 'kysely';

/**
 * Since when a calendar is inactive: what was due before that stays in reports. Of those that are inactive already, the
 * last change is the best that is known.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('calendars').addColumn('inactive_since', 'timestamptz').execute();
  await sql`update calendars set inactive_since = updated_at where not active`.execute(db);
}
