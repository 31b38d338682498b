import { randomUUID } from 'node:crypto';
import type { Database } from './client.ts';

/**
 * What this installation knows of itself. After an unclean stop the embedded database may have lost its last
 * moments (it does not fsync), so the feed's epoch changes and desktops compare everything.
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

/** From now on every cursor of the sync feed counts as another server's. */
export async function changeEpoch(db: Database['db']): Promise<string> {
  const epoch = randomUUID();
  await db.updateTable('installation').set({ epoch }).execute();
  return epoch;
}
