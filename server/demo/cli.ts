import { parseArgs } from 'node:util';
import { ConfigError, loadConfig } from '../config.ts';
import { openDatabase } from '../platform/db/client.ts';
import { DataDirInUseError } from '../platform/db/lock.ts';
import { migrate } from '../platform/db/migrate.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { seedBulk } from './bulk.ts';

const MOST = 2_000_000;

/**
 * `npm run seed -- --records N`: adds bulk data to the first organization of the configured database (`DATABASE_URL`,
 * else `DATA_DIR`; for the embedded database the server must be stopped).
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { records: { type: 'string', default: '10000' } } });
  const records = Number(values.records);
  if (!Number.isInteger(records) || records < 1 || records > MOST) {
    throw new UsageError(`--records wants a whole number from 1 to ${MOST}.`);
  }
  const config = loadConfig(process.env);
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    onWarning: (message) => console.warn(message),
  });
  try {
    await migrate(database);
    const organization = await database.db
      .selectFrom('organizations')
      .select(['id', 'name'])
      .orderBy('created_at')
      .executeTakeFirst();
    if (!organization) {
      throw new UsageError(
        'There is no organization yet: start Legajo once (npm start), stop it, and seed then.',
      );
    }
    const started = performance.now();
    const storage = await openStorage({ dataDir: config.dataDir, db: database.db, log: console });
    await seedBulk(database.db, storage, organization.id, records, (done) => {
      if (done % 10_000 === 0) {
        console.log(`${done} of ${records} records`);
      }
    });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${records} records for ${organization.name} in ${seconds} s`);
  } finally {
    await database.close();
  }
}

class UsageError extends Error {}

main().catch((error: unknown) => {
  const expected =
    error instanceof UsageError || error instanceof ConfigError || error instanceof DataDirInUseError;
  console.error(expected ? (error as Error).message : error);
  process.exitCode = 1;
});
