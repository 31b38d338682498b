import { loadConfig } from './config.ts';
import { openDatabase } from './platform/db/client.ts';
import { changeEpoch } from './platform/db/installation.ts';
import { migrate } from './platform/db/migrate.ts';
import { endBy } from './start-fault.ts';
import { t } from './texts.ts';

/** `npm run sync:reset-cursors`: makes all cursors invalid after a restore, so that desktops compare everything. */
async function main(): Promise<void> {
  if (process.argv.includes('--former-name')) console.error(t('cursors.former'));
  const config = loadConfig(process.env);
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir });
  try {
    await migrate(database);
    console.log(t('cursors.done', { epoch: await changeEpoch(database.db) }));
  } finally {
    await database.close();
  }
}

main().catch(endBy);
