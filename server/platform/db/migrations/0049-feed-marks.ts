import type { Kysely } from 'kysely';

/**
 * A mark every few minutes in which desktops ask for changes. Each cursor names the newest one, so a cursor whose mark is
 * not here is of a later state of this database: somebody restored a backup.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('feed_marks')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('at', 'timestamptz', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('feed_marks_at').on('feed_marks').column('at').execute();
}
