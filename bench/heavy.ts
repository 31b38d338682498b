import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { signInApi } from '../e2e/fixtures/api.ts';
import { startServer } from '../e2e/fixtures/server.ts';
import { createFactories, TEST_PASSWORD } from '../server/testing/factories.ts';
import { type BenchEngine, onEachEngine } from './lib/databases.ts';
import { heading, percentile, table, timed } from './lib/figures.ts';
import { readOptions } from './lib/options.ts';

/**
 * The time of one person's ordinary call while another person makes sixty heavy calls at once: exports of the audit
 * trail and of people. The baseline is the same call on an idle server.
 */

const EVENTS = 5_000;
const PEOPLE = 2_000;
const DOCUMENTS = 60;
const AT_ONCE = 60;
/** Number of calls of the baseline. */
const QUIET = 200;
/** Milliseconds between two calls, as of a person, so that the calls themselves are no load. */
const PAUSE_MS = 20;
const LONGEST_MS = 300_000;

interface Ground {
  readonly admin: string;
  readonly reader: string;
}

async function fill({ open }: BenchEngine): Promise<Ground> {
  const database = await open();
  const make = createFactories(database.db);
  const organization = await make.organization();
  const library = await make.library(organization, 'Calidad');
  const admin = await make.person(organization, { isAdmin: true, libraries: [[library, ['upload']]] });
  const reader = await make.person(organization, { libraries: [[library, ['upload']]] });
  for (let at = 0; at < DOCUMENTS; at += 1) await make.record(library, admin);
  await sql`
    insert into users (id, organization, email, firstname, lastname, created_at)
    select gen_random_uuid(), ${organization.id}::uuid, 'persona' || n || '@legajo.test', 'Persona', 'Número ' || n, now()
    from generate_series(1, ${PEOPLE}::int) n`.execute(database.db);
  await sql`
    insert into audit_events (id, organization, actor, action, target_type, target_id, after, at, ip)
    select gen_random_uuid(), ${organization.id}::uuid, ${admin.id}::uuid, 'user.updated', 'user', ${reader.id}::uuid,
      jsonb_build_object('firstname', 'Nombre ' || n), now() - make_interval(secs => n), '192.0.2.1'
    from generate_series(1, ${EVENTS}::int) n`.execute(database.db);
  await sql`analyze`.execute(database.db);
  await database.close();
  return { admin: admin.email, reader: reader.email };
}

/** Times of the ordinary calls, and how many got no answer. */
interface Calls {
  readonly times: number[];
  failed: number;
}

const figures = ({ times, failed }: Calls): string[] => {
  times.sort((a, b) => a - b);
  const spread = [0.5, 0.95, 1].map((share) => percentile(times, share).toFixed(0));
  return [...spread, `${failed} of ${times.length}`];
};

/** Ordinary calls, one after the other, until something else has finished. */
async function callUntil(call: () => Promise<unknown>, isOver: () => boolean): Promise<Calls> {
  const calls: Calls = { times: [], failed: 0 };
  const end = performance.now() + LONGEST_MS;
  while (!isOver() && performance.now() < end) {
    const fail = (): void => {
      calls.failed += 1;
    };
    calls.times.push(await timed(() => call().catch(fail)));
    await wait(PAUSE_MS);
  }
  return calls;
}

await onEachEngine(readOptions().engines, async (engine) => {
  const ground = await fill(engine);
  const server = await startServer({
    DATA_DIR: engine.dataDir,
    DEMO: 'no',
    LOG_LEVEL: 'error',
    FILE_TEXTS: 'no',
    ...(engine.url ? { DATABASE_URL: engine.url } : {}),
  });
  try {
    const admin = await signInApi(server.url, ground.admin, TEST_PASSWORD);
    const reader = await signInApi(server.url, ground.reader, TEST_PASSWORD);
    heading(`An ordinary call beside ${AT_ONCE} heavy ones of another person, ${engine.name}`);
    /** The list of documents. */
    const call = () => reader.call('recordSearch', { query: {} });
    const ask = (path: string) =>
      fetch(`${server.url}/api${path}`, { headers: { authorization: `Bearer ${admin.idToken}` } });
    let left = QUIET;
    const rows = [['nobody else', ...figures(await callUntil(call, () => left-- <= 0)), '', '']];
    const works = {
      'audit trail, XLSX': '/audit/export?format=xlsx',
      'people, XLSX': '/users/export?format=xlsx',
      'audit trail, CSV': '/audit/export?format=csv',
    };
    for (const [name, path] of Object.entries(works)) {
      const alone = await timed(async () => (await ask(path)).arrayBuffer());
      let waiting = AT_ONCE;
      const statuses: number[] = [];
      const asked = Array.from({ length: AT_ONCE }, async () => {
        const answer = await ask(path);
        await answer.arrayBuffer();
        statuses.push(answer.status);
        waiting -= 1;
      });
      const all = timed(() => Promise.all(asked));
      const calls = await callUntil(call, () => waiting === 0);
      const served = statuses.filter((status) => status === 200).length;
      rows.push([
        `${AT_ONCE} × ${name} (${alone.toFixed(0)} ms alone)`,
        ...figures(calls),
        `${served} served, ${statuses.length - served} refused`,
        `${((await all) / 1000).toFixed(1)} s`,
      ]);
    }
    table(['beside', 'p50, ms', 'p95, ms', 'most, ms', 'failed', 'of the heavy ones', 'they took'], rows);
  } finally {
    await server.stop({ keepData: true });
  }
});
