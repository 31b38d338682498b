import { CommandError, runCommand } from '../command.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { seedBulk } from './bulk.ts';

const MOST = 2_000_000;

/**
 * `npm run seed -- --records N`: adds bulk data to the first organization of the configured database (`DATABASE_URL`,
 * else `DATA_DIR`; for the embedded database the server must be stopped).
 */
await runCommand<number>({
  usage: `npm run seed -- [--records N], con N de 1 a ${MOST} (10000 si no se dice)`,
  options: { records: { type: 'string', default: '10000' } },
  read({ values, positionals }) {
    const records = Number(values.records);
    const isCount = Number.isInteger(records) && records >= 1 && records <= MOST;
    return isCount && positionals.length === 0 ? records : undefined;
  },
  needs: { files: true },
  async run({ config, database: { db } }, records) {
    const organization = await db
      .selectFrom('organizations')
      .select(['id', 'name'])
      .orderBy('created_at')
      .executeTakeFirst();
    if (!organization)
      throw new CommandError(
        'Todavía no hay una organización: inicia Legajo (npm start), créala y repite el comando.',
      );
    const started = performance.now();
    const storage = await openStorage({ dataDir: config.dataDir, db, log: console });
    await seedBulk(db, storage, organization.id, records, (done) => {
      if (done % 10_000 === 0) console.log(`${done} de ${records} documentos`);
    });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${records} documentos para ${organization.name} en ${seconds} s`);
  },
});
