import { hash } from '@node-rs/argon2';
import { loadConfig } from '../server/config.ts';
import { startServer } from '../server/container.ts';
import { hashPassword, preparePasswords } from '../server/domains/identity/passwords/passwords.ts';
import { createFactories } from '../server/testing/factories.ts';
import { onEachEngine } from './lib/databases.ts';
import { heading, spread, table, timed } from './lib/figures.ts';
import { readOptions } from './lib/options.ts';

/**
 * Many people sign in at the same moment from one address, each for the first time from their browser. The baseline is
 * the number of passwords that this computer hashes when it is idle.
 */
const PEOPLE = 400;
const PASSWORD = 'una clave de oficina';

/** Number of sign-ins per second. */
const rate = (count: number, ms: number): string => (count / (ms / 1000)).toFixed(1);

heading(`${PEOPLE} people sign in at once from one address`);
const rows: string[][] = [];
await onEachEngine(readOptions().engines, async (engine) => {
  const database = await engine.open();
  const config = {
    ...loadConfig({ PORT: '0', DATA_DIR: engine.dataDir, DEMO: 'no', OPEN: 'no', LOG_LEVEL: 'error' }),
    databaseUrl: engine.url,
  };
  const server = await startServer(config, { database });
  try {
    const make = createFactories(database.db);
    const organization = await make.organization();
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => make.person(organization)));
    await database.db
      .updateTable('passwords')
      .set({ hash: await hashPassword(PASSWORD) })
      .execute();
    const signIn = async (email: string): Promise<number> =>
      timed(async () => {
        const answer = await fetch(`${server.address}/api/auth/sign-in`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email, password: PASSWORD, client: 'web', device: 'Firefox' }),
        });
        if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${await answer.text()}`);
        await answer.arrayBuffer();
      });
    const waits: number[] = [];
    const all = await timed(async () => {
      await Promise.all(people.map(async ({ email }) => waits.push(await signIn(email))));
    });
    const { memoryCost, timeCost, parallelism, ms } = await preparePasswords(config.passwordHashMs);
    const bare = await timed(() =>
      Promise.all(people.map(() => hash(PASSWORD, { memoryCost, timeCost, parallelism }))),
    );
    rows.push([
      engine.name,
      `${Math.round(memoryCost / 1024)} MiB, t = ${timeCost}, ${ms?.toFixed(0)} ms`,
      rate(PEOPLE, all),
      spread(waits.sort((a, b) => a - b)),
      rate(PEOPLE, bare),
      `${(5000 / (PEOPLE / (all / 1000)) / 60).toFixed(1)} min`,
    ]);
  } finally {
    await server.stop();
  }
});
table(
  ['database', 'cost of a password', 'sign-ins/s', 'waited p50 / p95, ms', 'hashes/s alone', '5,000 people'],
  rows,
);
