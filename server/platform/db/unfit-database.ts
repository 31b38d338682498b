import { sql } from 'kysely';
import type { Database } from './client.ts';
import { migrations } from './migrations/migrations.ts';

/** A database that this version cannot work on. The message is for the person who starts the server. */
export class UnfitDatabaseError extends Error {
  override readonly name = 'UnfitDatabaseError';
}

/** The oldest PostgreSQL, as its `server_version_num` has it. */
const OLDEST = 150_000;

/** What to say of a PostgreSQL of that `server_version_num`; undefined where it is new enough. */
export const versionFault = (number: number): string | undefined =>
  number < OLDEST
    ? `DATABASE_URL: it is PostgreSQL ${Math.floor(number / 10_000)}. Legajo needs 15 or newer.`
    : undefined;

/**
 * Refuses a PostgreSQL that is too old, and a database that a newer Legajo has changed: going back to an older one
 * means restoring the backup that was made before the upgrade. Changes nothing.
 * @throws UnfitDatabaseError
 */
export async function refuseUnfitDatabase({ db, engine }: Pick<Database, 'db' | 'engine'>): Promise<void> {
  const { rows } = await sql<{ version: string; migrated: boolean }>`
    select current_setting('server_version_num') as version, to_regclass('kysely_migration') is not null as migrated
  `.execute(db);
  const tooOld = engine === 'postgres' && versionFault(Number(rows[0]?.version));
  if (tooOld) throw new UnfitDatabaseError(tooOld);
  if (!rows[0]?.migrated) return;
  const ran = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const newer = ran.rows.map(({ name }) => name).filter((name) => !(name in migrations));
  if (newer.length === 0) return;
  const variable = engine === 'pglite' ? 'DATA_DIR' : 'DATABASE_URL';
  throw new UnfitDatabaseError(
    `${variable}: its database is of a newer Legajo (${newer.at(-1)}). Start that version, or restore the backup from before the upgrade.`,
  );
}
