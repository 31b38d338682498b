import { randomUUID } from 'node:crypto';
import type { Database } from './client.ts';

/**
 * Reads the installation's row, or makes it. After an unclean stop the embedded database may have lost its last moments
 * (it does not fsync). Then the feed's epoch changes, and desktops compare everything.
 */
export async function ensureInstallation({
  db,
  uncleanStop,
}: Pick<Database, 'db' | 'uncleanStop'>): Promise<void> {
  await db
    .insertInto('installation')
    .values({ id: 1, epoch: randomUUID() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  if (uncleanStop) await changeEpoch(db);
}

/** Makes every cursor of the sync feed one of another epoch, so that desktops compare everything. */
export async function changeEpoch(db: Database['db']): Promise<string> {
  const epoch = randomUUID();
  await db.updateTable('installation').set({ epoch }).execute();
  return epoch;
}
