import { loadConfig } from './config.ts';
import { openDatabase } from './platform/db/client.ts';
import { migrate } from './platform/db/migrate.ts';
import { openStorage } from './platform/storage/open-storage.ts';
import { verifyContents } from './platform/storage/verify-contents.ts';
import { endBy } from './start-fault.ts';

const PROBLEMS = { damaged: 'dañado', missing: 'falta', unreadable: 'no se puede leer' } as const;

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
        console.log(`${PROBLEMS[problem]}: ${sha256}  ${versions.join('; ') || 'plantilla o logo'}`),
      (count) => process.stderr.isTTY && process.stderr.write(`\r${count} contenidos leídos`),
    );
    const size = `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
    console.log(
      bad.length === 0
        ? `Todo en orden: ${contents} contenidos (${size}) son lo que eran.`
        : `${bad.length} de ${contents} contenidos (${size}) no son lo que eran. Repónlos de un respaldo y repite la revisión.`,
    );
    if (bad.length > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
}

main().catch(endBy);
