import { type Installation, runCommand } from './command.ts';
import { openStorage } from './platform/storage/open-storage.ts';
import { findUnknownContents, verifyContents } from './platform/storage/verify-contents.ts';
import { t } from './texts.ts';

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
      console.log(
        `${t(`verify.problems.${problem}`)}: ${sha256}  ${versions.join('; ') || t('verify.noVersion')}`,
      ),
    (count) => process.stderr.isTTY && process.stderr.write(t('verify.progress', { count })),
  );
  const size = `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
  const unknown = await findUnknownContents({ db, storage });
  if (unknown.count > 0)
    console.log(
      t('verify.unknown', {
        unknown: unknown.count,
        first: [...unknown.first, ...(unknown.count > unknown.first.length ? ['…'] : [])].join(', '),
      }),
    );
  const missing = bad.filter(({ problem }) => problem === 'missing').length;
  if (missing * 2 > contents) console.log(t('verify.mostMissing', { missing, contents }));
  console.log(
    bad.length === 0
      ? t('verify.good', { contents, size })
      : t('verify.bad', { bad: bad.length, contents, size }),
  );
  process.exitCode = bad.length > 0 ? BAD : unknown.count > 0 ? WARNING : 0;
}
