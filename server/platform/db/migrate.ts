import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from './client.ts';
import { migrations } from './migrations/migrations.ts';

/** Name → migration. Names sort in the order in which they run, and never change once released. */
export type MigrationTable = Readonly<Record<string, Migration>>;

/**
 * Brings the schema up to date, all pending steps in one transaction, so a failure leaves it as it was.
 * Several servers may start at once on PostgreSQL: they take turns by an advisory lock.
 * @returns the names of the migrations that ran
 */
export async function migrate(database: Database, table: MigrationTable = migrations): Promise<string[]> {
  return database.db.connection().execute(async (connection) => {
    // Filling an index over a million rows may well take longer than any query of the server may.
    if (database.engine === 'postgres') await sql`set statement_timeout = 0`.execute(connection);
    const migrator = new Migrator({
      db: connection,
      provider: { getMigrations: async () => ({ ...table }) },
    });
    try {
      const { error, results } = await migrator.migrateToLatest();
      if (error) throw error;
      return (results ?? []).map((result) => result.migrationName);
    } finally {
      if (database.engine === 'postgres') await sql`reset statement_timeout`.execute(connection);
    }
  });
}
