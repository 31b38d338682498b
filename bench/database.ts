import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type Kysely, sql } from 'kysely';
import { type Database, openDatabase } from '../server/platform/db/client.ts';
import type { Schema } from '../server/platform/db/schema.ts';
import { startCluster } from '../server/testing/postgres-cluster.ts';

/**
 * The cost of one query and one transaction on each engine: `node bench/database.ts`. PostgreSQL waits for the disk, as
 * in production; PGlite never does.
 */

const ROWS = 100_000;
const SELECTS = 3_000;
const TRANSACTIONS = 2_000;
const FACETS = 20;
const SIDE_BY_SIDE = 8;

interface Figures {
  readonly name: string;
  readonly selectP50: number;
  readonly selectP95: number;
  readonly alone: number;
  readonly together: number;
  readonly facet: number;
  readonly stall: number;
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function prepare(db: Kysely<Schema>): Promise<void> {
  await sql`create table bench_document (id int primary key, state int not null, title text not null)`.execute(
    db,
  );
  await sql`create table bench_event (id bigint generated always as identity primary key, document int not null)`.execute(
    db,
  );
  await sql`insert into bench_document select n, n % 7, 'Documento ' || n from generate_series(1, ${sql.lit(ROWS)}) n`.execute(
    db,
  );
  await sql`analyze bench_document`.execute(db);
}

/** A write as a service makes it: one updated row, one inserted event. */
async function twoWrites(db: Kysely<Schema>, id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`update bench_document set state = (state + 1) % 7 where id = ${id}`.execute(trx);
    await sql`insert into bench_event (document) values (${id})`.execute(trx);
  });
}

async function selects(db: Kysely<Schema>, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 1; n <= count; n++) {
    times.push(await timed(() => sql`select title, state from bench_document where id = ${n}`.execute(db)));
  }
  return times.sort((a, b) => a - b);
}

async function perSecond(lanes: number, db: Kysely<Schema>): Promise<number> {
  const each = TRANSACTIONS / lanes;
  const lane = async (first: number) => {
    for (let n = 0; n < each; n++) await twoWrites(db, 1 + first * each + n);
  };
  const ms = await timed(() => Promise.all(Array.from({ length: lanes }, (_, first) => lane(first))));
  return (TRANSACTIONS / ms) * 1000;
}

/** A facet over all rows, and the longest time for which it blocked the server's event loop. */
async function facets(db: Kysely<Schema>): Promise<{ facet: number; stall: number }> {
  const loop = monitorEventLoopDelay({ resolution: 1 });
  const times: number[] = [];
  loop.enable();
  for (let n = 0; n < FACETS; n++) {
    const query = sql`select state, count(*) from bench_document where title like '%5%' group by state`;
    times.push(await timed(() => query.execute(db)));
  }
  loop.disable();
  return {
    facet: percentile(
      times.sort((a, b) => a - b),
      0.5,
    ),
    stall: loop.max / 1e6,
  };
}

async function measure(name: string, database: Database): Promise<Figures> {
  const { db } = database;
  await prepare(db);
  await selects(db, SELECTS / 4); // warm up
  const times = await selects(db, SELECTS);
  const alone = await perSecond(1, db);
  const together = await perSecond(SIDE_BY_SIDE, db);
  const { facet, stall } = await facets(db);
  return {
    name,
    selectP50: percentile(times, 0.5),
    selectP95: percentile(times, 0.95),
    alone,
    together,
    facet,
    stall,
  };
}

function print(rows: readonly Figures[]): void {
  console.log(
    `${ROWS} rows, Node ${process.version}, ${availableParallelism()} cores, ${new Date().toISOString()}`,
  );
  console.log(
    '| | select p50/p95 ms | two-write transactions/s | the same, 8 side by side | facet p50 ms | longest stall ms |',
  );
  console.log('|---|---|---|---|---|---|');
  for (const row of rows) {
    const { name, selectP50, selectP95, alone, together, facet, stall } = row;
    const cells = [
      `${selectP50.toFixed(2)} / ${selectP95.toFixed(2)}`,
      ...[alone, together].map((value) => Math.round(value).toLocaleString('en')),
      ...[facet, stall].map((value) => value.toFixed(1)),
    ];
    console.log(`| ${[name, ...cells].join(' | ')} |`);
  }
}

const dataDir = await mkdtemp(join(tmpdir(), 'legajo-bench-'));
const cluster = await startCluster({ durable: true });
const databases: [string, () => Promise<Database>][] = [
  ['PGlite', () => openDatabase({ dataDir })],
  ['PostgreSQL', () => openDatabase({ databaseUrl: cluster.url('postgres'), dataDir })],
];
try {
  const rows: Figures[] = [];
  for (const [name, open] of databases) {
    const database = await open();
    rows.push(await measure(name, database).finally(() => database.close()));
  }
  print(rows);
} finally {
  await cluster.stop();
  await rm(dataDir, { recursive: true, force: true });
}
