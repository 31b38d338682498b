import { loadavg } from 'node:os';
import { sql } from 'kysely';
import { loadConfig } from '../server/config.ts';
import { startServer } from '../server/container.ts';
import {
  type FolderCase,
  loadCases,
  writeStandings,
} from '../server/domains/compliance/compliance-standings.ts';
import { findFoldersOf } from '../server/domains/compliance/compliance-timelines.queries.ts';
import type { Actor } from '../server/platform/actor.ts';
import type { Database } from '../server/platform/db/client.ts';
import type { Services } from '../server/services.ts';
import { createFactories } from '../server/testing/factories.ts';
import { ruleCreate } from '../src/shared/compliance/compliance.schemas.ts';
import { timelineOf } from '../src/shared/compliance/timeline.ts';
import { CHILE } from '../src/shared/organization/holidays.ts';
import { dayIn } from '../src/shared/platform/days.ts';
import { type BenchEngine, onEachEngine } from './lib/databases.ts';
import { heading, percentile, spread, type Times, table, timed, timedRuns } from './lib/figures.ts';
import { readOptions } from './lib/options.ts';

/**
 * A library with many folders under twenty rules. Measures the evaluation of all folders (as the daily job after a
 * year's end), the colours of the tree, and one write into a folder with those rules, beside the same write into a
 * folder without rules.
 */

const FOLDERS = 10_000;
const RULES = 20;
/** Documents in each folder; the other required ones are missing. */
const PAPERS = 5;
/** Folders filled by one statement: a long one blocks the embedded database. */
const CHUNK = 200;

const options = readOptions();

interface Ground {
  readonly actor: Actor;
  readonly group: string;
  /** Two folders with rules, and two without. */
  readonly ruled: readonly [string, string];
  readonly free: readonly [string, string];
}

/** Inserted with triggers off, because they would evaluate each folder ten times. */
async function fill({ db }: Database, services: Services): Promise<Ground> {
  const make = createFactories(db);
  const organization = await make.organization();
  const library = await make.library(organization, 'Contratistas');
  const roles = ['upload', 'review', 'publish'] as const;
  const person = await make.person(organization, { libraries: [[library, roles]] });
  const actor = await services.actorById(person.id, null);
  const folder = async (name: string, parent: string | null = null) =>
    (await services.folders.create(actor, { group: library.id, name, parent }))._id;
  const top = await folder('Contratistas');
  const free = [await folder('Uno'), await folder('Dos')] as const;
  const types: string[] = [];
  for (let at = 0; at < RULES; at += 1) types.push(await make.documentType(organization));
  for (const [at, documentType] of types.entries()) {
    const monthly = at % 4 === 3;
    const rule = {
      ...{ folder: top, name: `Regla ${at + 1}`, appliesTo: 'eachChild', match: { documentType } },
      validity: { basis: monthly ? 'period' : at % 4 === 2 ? 'none' : 'expiresOn', graceDays: 10 },
      ...(monthly ? { periodicity: 'monthly' } : {}),
    };
    await services.rules.create(actor, ruleCreate.parse(rule));
  }
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`
      insert into folders (id, organization, group_id, parent, name, name_key, seq)
      select gen_random_uuid(), ${organization.id}::uuid, ${library.id}::uuid, ${top}::uuid, 'Contratista ' || n,
        'contratista ' || n, 1 from generate_series(1, ${FOLDERS}::int) n`.execute(trx);
  });
  const below = await db.selectFrom('folders').select('id').where('parent', '=', top).execute();
  for (let at = 0; at < below.length; at += CHUNK) {
    const chunk = `{${below
      .slice(at, at + CHUNK)
      .map(({ id }) => id)
      .join(',')}}`;
    await db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`
        insert into records (id, organization, group_id, folder_id, scope, ready, created_by, seq)
        select gen_random_uuid(), ${organization.id}::uuid, ${library.id}::uuid, f, 'internal', true,
          ${person.id}::uuid, 1
        from unnest(${chunk}::uuid[]) f cross join generate_series(1, ${PAPERS}::int)`.execute(trx);
      await sql`
        insert into record_faces (record_id, face, organization, group_id, folder_id, scope, authors, created_by,
          ready, version_id, number, state, title, name, disk_name, disk_key, notes, labels, document_type, date,
          issued_on, expires_on, file_type, file_kind, size, title_sort, name_sort, search_extra, updated_at)
        select r.id, face, r.organization, r.group_id, r.folder_id, r.scope, array[r.created_by], r.created_by, true,
          r.id, 1, 3, 'Papel 2026-10', 'papel.pdf', r.id || '.pdf', r.id || '.pdf', '', '{}',
          (${`{${types.join(',')}}`}::uuid[])[r.n * 4 - 3 + r.m % 4], date '2026-11-05', date '2026-11-05',
          date '2026-11-01' + (r.m % 900)::int, 'application/pdf', 'pdf', 1000, 'papel', 'papel.pdf', '', now()
        from (
          select *, row_number() over (partition by folder_id order by id) as n, row_number() over (order by id) as m
          from records where folder_id = any(${chunk}::uuid[])
        ) r cross join (values ('working'), ('published')) faces (face)`.execute(trx);
    });
  }
  await sql`analyze`.execute(db);
  return { actor, group: library.id, ruled: [below[0]?.id ?? '', below[1]?.id ?? ''], free };
}

/** Moves a document back and forth between two folders. */
function mover(services: Services, { actor, group }: Ground, record: string, folders: readonly string[]) {
  let at = 0;
  return () => {
    at += 1;
    return services.recordPlace.move(actor, record, { group, folder: folders[at % 2] ?? null });
  };
}

/** Three measured runs of something long, after one that does not count. The preparation of each is not measured. */
async function fewRuns(work: () => Promise<unknown>, prepare = async (): Promise<unknown> => undefined) {
  const each: number[] = [];
  let cpu = 0;
  for (let run = 0; run < 4; run += 1) {
    await prepare();
    const before = process.cpuUsage();
    const took = await timed(work);
    const { user, system } = process.cpuUsage(before);
    if (run === 0) continue;
    each.push(took);
    cpu += (user + system) / 1000 / 3;
  }
  return { each: each.sort((a, b) => a - b), cpu };
}

async function measure(engine: BenchEngine): Promise<string[][]> {
  const database = await engine.open();
  console.error(`${engine.name}: filling ${FOLDERS} folders`);
  const config = loadConfig({
    ...{ PORT: '0', DATA_DIR: engine.dataDir, DEMO: 'no', OPEN: 'no', LOG_LEVEL: 'error' },
    ...{ SERVICES: 'core,docs', ...(engine.url ? { DATABASE_URL: engine.url } : {}) },
  });
  const server = await startServer(config, { database });
  try {
    const { services } = server;
    const { deps } = services;
    const ground = await fill(database, services);
    const folders = await findFoldersOf(deps.db, [ground.group]);

    const author = { organization: ground.actor.organization, user: null, ip: null };
    const rows: string[][] = [];
    const say = (what: string, { each, cpu }: Times, beside = '') => {
      const [load = 0] = loadavg();
      const row = [load.toFixed(1), engine.name, what, spread(each), cpu.toFixed(1), beside];
      console.error(row.join(', '));
      rows.push(row);
    };

    const today = dayIn('America/Santiago', deps.now());
    let cases: FolderCase[] = [];
    const read = await fewRuns(async () => {
      cases = await loadCases(deps.db, folders);
    });
    const pure = await fewRuns(async () => {
      for (const each of cases) timelineOf(each.rules, each.records, today, CHILE);
    });
    const parts = `reading ${spread(read.each)} (${read.cpu.toFixed(0)}), judging ${spread(pure.each)} (${pure.cpu.toFixed(0)})`;
    const all = () => deps.changes.run(author, (change) => writeStandings(change, folders));
    // Roots and folders without rules have no rows.
    const forget = () => deps.db.deleteFrom('compliance_timelines').execute();
    const other = () => deps.db.updateTable('compliance_timelines').set({ rules: 0 }).execute();
    const what = `${cases.length} folders × ${RULES} rules read, judged and written in one transaction`;
    say(`${what}: none was kept`, await fewRuns(all, forget), parts);
    say(`${what}: each differs from what is kept`, await fewRuns(all, other), parts);
    say(`${what}: nothing differs`, await fewRuns(all), parts);
    const tree = await timedRuns(20, () => services.compliance.byGroup(ground.actor, ground.group));
    const bare = await timedRuns(20, () => findFoldersOf(deps.db, [ground.group]));
    say('colours of the tree', tree, `its folders alone ${spread(bare.each)}`);

    const one = await deps.db
      .selectFrom('records')
      .select('id')
      .where('folder_id', '=', ground.ruled[0])
      .executeTakeFirstOrThrow();
    const ruled = await timedRuns(options.runs, mover(services, ground, one.id, ground.ruled));
    await services.recordPlace.move(ground.actor, one.id, { group: ground.group, folder: ground.free[0] });
    const free = await timedRuns(
      options.runs,
      mover(services, ground, one.id, [ground.free[1], ground.free[0]]),
    );
    const cost = percentile(ruled.each, 0.5) - percentile(free.each, 0.5);
    say(
      `one document moved between two folders with ${RULES} rules each`,
      ruled,
      `without rules ${spread(free.each)} (${free.cpu.toFixed(1)}); the rules cost ${cost.toFixed(1)}`,
    );
    return rows;
  } finally {
    await server.stop();
  }
}

heading(`Compliance of ${FOLDERS} folders × ${RULES} rules with ${PAPERS} documents each; p50 / p95 in ms`);
const rows: string[][] = [];
await onEachEngine(options.engines, async (engine) => {
  rows.push(...(await measure(engine)));
});
table(['load', '', '', 'p50 / p95, ms', 'processor ms', 'beside'], rows);
