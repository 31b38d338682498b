import { CommandError, runCommand } from '../command.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { seedBulk } from './bulk.ts';
import { simulateCompany } from './company/company.ts';

const MOST = 2_000_000;

/**
 * `npm run seed -- --company`: lives a year of a main contractor with thirty contractors in the demo organization.
 *
 * `npm run seed -- --records N`: adds bulk data to the first organization of the configured database (`DATABASE_URL`,
 * else `DATA_DIR`; for the embedded database the server must be stopped).
 */
await runCommand<{ records: number } | 'company'>({
  usage: `npm run seed -- [--records N | --company], con N de 1 a ${MOST} (10000 si no se dice)`,
  options: { records: { type: 'string' }, company: { type: 'boolean' } },
  read({ values, positionals }) {
    if (positionals.length > 0) return undefined;
    if (values.company) return values.records === undefined ? 'company' : undefined;
    const records = Number(values.records ?? 10_000);
    return Number.isInteger(records) && records >= 1 && records <= MOST ? { records } : undefined;
  },
  needs: { files: true },
  async run({ config, database }, asked) {
    const { db } = database;
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
    const passed = (): string => ((performance.now() - started) / 1000).toFixed(1);
    if (asked === 'company') {
      await simulateCompany(config, database, (month) => console.log(month));
      console.log(`Un año de 30 contratistas para ${organization.name} en ${passed()} s`);
      return;
    }
    const { records } = asked;
    const storage = await openStorage({ dataDir: config.dataDir, db, log: console });
    await seedBulk(db, storage, organization.id, records, (done) => {
      if (done % 10_000 === 0) console.log(`${done} de ${records} documentos`);
    });
    console.log(`${records} documentos para ${organization.name} en ${passed()} s`);
  },
});
