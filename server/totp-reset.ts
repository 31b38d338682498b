import { email } from '#shared/platform/primitives.ts';
import { loadConfig } from './config.ts';
import { rescueTotp } from './domains/identity/second-factor/rescue-totp.ts';
import { createChanges } from './platform/db/change.ts';
import { openDatabase } from './platform/db/client.ts';
import { ensureInstallation } from './platform/db/installation.ts';
import { migrate } from './platform/db/migrate.ts';
import { endBy } from './start-fault.ts';
import { t } from './texts.ts';

/**
 * `npm run user:totp-reset -- ana@example.cl`: for an admin who lost their phone and their recovery codes, and has
 * nobody to ask.
 */
async function main(): Promise<void> {
  const { data: to } = email.safeParse(process.argv[2] ?? '');
  if (!to) {
    console.error(t('totp.usage'));
    process.exitCode = 1;
    return;
  }
  const config = loadConfig(process.env);
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir });
  try {
    await migrate(database);
    await ensureInstallation(database);
    // A server that runs on this PostgreSQL finds the queued mail by itself, within a second.
    const outcome = await rescueTotp(
      { ...database, changes: createChanges(database.db, () => undefined) },
      to,
    );
    console.log(t(`totp.${outcome}`));
    if (outcome === 'unknown') process.exitCode = 1;
  } finally {
    await database.close();
  }
}

main().catch(endBy);
