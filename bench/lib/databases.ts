import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../server/platform/db/client.ts';
import { migrate } from '../../server/platform/db/migrate.ts';
import { startCluster } from '../../server/testing/postgres-cluster.ts';

/** An engine with an empty, migrated database, and the folder of its files. */
export interface BenchEngine {
  readonly name: 'PGlite' | 'PostgreSQL';
  readonly dataDir: string;
  /** Undefined for PGlite, which a server process opens in `dataDir`. */
  readonly url: string | undefined;
  /** Only one process may open a PGlite database: close it before a server process starts. */
  open(): Promise<Database>;
}

/**
 * Runs the same measurement on each engine. PostgreSQL waits for the disk at every commit, PGlite never does.
 *
 * @param database address of an existing PostgreSQL that stays afterwards; then no engines are started
 */
export async function onEachEngine(
  names: readonly string[],
  measure: (engine: BenchEngine) => Promise<void>,
  database?: string,
): Promise<void> {
  if (database) return inFolder((dataDir) => measure(engineOf('PostgreSQL', dataDir, database)));
  if (names.includes('pglite')) await inFolder((dataDir) => measure(engineOf('PGlite', dataDir, undefined)));
  if (!names.includes('postgres')) return;
  const cluster = await startCluster({ durable: true });
  try {
    await cluster.admin('create database legajo');
    await inFolder((dataDir) => measure(engineOf('PostgreSQL', dataDir, cluster.url('legajo'))));
  } finally {
    await cluster.stop();
  }
}

function engineOf(name: BenchEngine['name'], dataDir: string, url: string | undefined): BenchEngine {
  return {
    name,
    dataDir,
    url,
    open: () => openIn(dataDir, url),
  };
}

/** Migrates in this process. */
export async function openIn(dataDir: string, url?: string): Promise<Database> {
  const database = await openDatabase({ dataDir, ...(url ? { databaseUrl: url } : {}) });
  await migrate(database);
  return database;
}

export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'legajo-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
