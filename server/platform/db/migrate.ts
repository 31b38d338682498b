import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from './client.ts';
import { migrations } from './migrations/migrations.ts';
import { withoutLimit } from './query-limit.ts';

/** Name → migration. Names sort in the order in which they run, and never change once released. */
export type MigrationTable = Readonly<Record<string, Migration>>;

/**
 * Brings the schema up to date, with all pending steps in one transaction, so that a failure leaves it as it was. On
 * PostgreSQL several servers may start at once: an advisory lock makes them take turns.
 * @returns the names of the migrations that ran
 */
export async function migrate(database: Database, table: MigrationTable = migrations): Promise<string[]> {
  const { db, engine } = database;
  return db.connection().execute((connection) => {
    const run = async (): Promise<string[]> => {
      const migrator = new Migrator({
        db: connection,
        provider: { getMigrations: async () => ({ ...table }) },
      });
      const { error, results } = await migrator.migrateToLatest();
      if (error) throw error;
      return (results ?? []).map((result) => result.migrationName);
    };
    return engine === 'postgres' ? withoutLimit(connection, run) : run();
  });
}
