import { loadConfig } from './config.ts';
import { openDatabase } from './platform/db/client.ts';
import { migrate } from './platform/db/migrate.ts';
import { openStorage } from './platform/storage/open-storage.ts';
import { verifyContents } from './platform/storage/verify-contents.ts';
import { endBy } from './start-fault.ts';
import { t } from './texts.ts';

/**
 * `npm run verify`: reads every stored content and compares it with its hash. Exits with 1 where one is damaged or
 * missing.
 */
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir });
  try {
    await migrate(database);
    const silent = { error: () => undefined };
    const storage = await openStorage({ dataDir: config.dataDir, db: database.db, log: silent });
    const { contents, bytes, bad } = await verifyContents(
      { db: database.db, storage },
      ({ sha256, problem, versions }) =>
        console.log(
          `${t(`verify.problems.${problem}`)}: ${sha256}  ${versions.join('; ') || t('verify.noVersion')}`,
        ),
      (count) => process.stderr.isTTY && process.stderr.write(t('verify.progress', { count })),
    );
    const size = `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
    console.log(
      bad.length === 0
        ? t('verify.good', { contents, size })
        : t('verify.bad', { bad: bad.length, contents, size }),
    );
    if (bad.length > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
}

main().catch(endBy);
