import { type Installation, runCommand } from './command.ts';
import { openStorage } from './platform/storage/open-storage.ts';
import { findUnknownContents, verifyContents } from './platform/storage/verify-contents.ts';

const PROBLEMS = { damaged: 'dañado', missing: 'falta', unreadable: 'no se puede leer' } as const;
/** Exit codes besides 0 (docs/operations.md). */
const BAD = 1;
const WARNING = 3;

/**
 * `npm run verify`: reads every stored content and compares it with its hash. Exits with 1 where one is damaged or
 * missing, and with 3 where all are as they were but the database does not know some of the files.
 */
await runCommand({
  usage: 'npm run verify',
  needs: { files: true },
  run: verify,
});

async function verify({ config, database: { db } }: Installation): Promise<void> {
  const silent = { error: () => undefined };
  const storage = await openStorage({ dataDir: config.dataDir, db, log: silent });
  const { contents, bytes, bad } = await verifyContents(
    { db, storage },
    ({ sha256, problem, versions }) =>
      console.log(`${PROBLEMS[problem]}: ${sha256}  ${versions.join('; ') || 'plantilla o logo'}`),
    (count) => process.stderr.isTTY && process.stderr.write(`\r${count} contenidos leídos`),
  );
  const size = `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
  const unknown = await findUnknownContents({ db, storage });
  if (unknown.count > 0)
    console.log(
      `Aviso: en files/ hay ${unknown.count} que la base de datos no conoce (${unknown.first.join(', ')}${unknown.count > unknown.first.length ? ', …' : ''}). Si restauraste un respaldo o cambiaste DATABASE_URL, comprueba que la base de datos y los archivos sean de la misma instalación antes de iniciar el servidor: los borraría.`,
    );
  console.log(
    bad.length === 0
      ? `Todo en orden: ${contents} contenidos (${size}) son lo que eran.`
      : `${bad.length} de ${contents} contenidos (${size}) no son lo que eran. Repónlos de un respaldo y repite la revisión.`,
  );
  process.exitCode = bad.length > 0 ? BAD : unknown.count > 0 ? WARNING : 0;
}
