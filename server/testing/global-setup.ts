import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { TestProject } from 'vitest/node';
import { type Database, openDatabase, openPglite } from '../platform/db/client.ts';
import { migrate } from '../platform/db/migrate.ts';
import { type PostgresCluster, startCluster } from './postgres-cluster.ts';

/**
 * Shared by a run of the integration tests: one migrated template database of each engine, which every suite copies.
 */
export interface TestDatabaseSources {
  /** Path of a tar file with a migrated PGlite. */
  readonly pgliteSnapshot: string;
  readonly postgres: { readonly adminUrl: string; readonly template: string };
}

declare module 'vitest' {
  export interface ProvidedContext {
    testDatabases: TestDatabaseSources;
  }
}

const TEMPLATE = 'legajo_template';

/**
 * Leaves out what makes each copy slow to open: the template databases, a third of all bytes, since no test creates a
 * database on PGlite; and most of the 128 MB of shared buffers, which PGlite fills with zeros at its start.
 */
async function makeQuickToOpen({ db }: Database): Promise<void> {
  await sql`alter system set shared_buffers = '16MB'`.execute(db);
  await sql`update pg_database set datistemplate = false where datname like 'template%'`.execute(db);
  for (const name of ['template0', 'template1']) await sql`drop database ${sql.id(name)}`.execute(db);
}

async function makeSnapshot(folder: string): Promise<string> {
  const database = await openPglite({});
  await migrate(database);
  await makeQuickToOpen(database);
  const path = join(folder, 'pglite.tar');
  await writeFile(path, await database.dump());
  await database.close();
  return path;
}

async function makeTemplate(): Promise<PostgresCluster> {
  const cluster = await startCluster({ durable: false });
  try {
    await cluster.admin(`create database ${TEMPLATE}`);
    const database = await openDatabase({ databaseUrl: cluster.url(TEMPLATE), dataDir: tmpdir() });
    await migrate(database).finally(() => database.close());
    return cluster;
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/** Called by Vitest once for each run. @returns the teardown function */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'legajo-tests-'));
  const [snapshot, cluster] = await Promise.allSettled([makeSnapshot(folder), makeTemplate()]);
  const teardown = async () => {
    if (cluster.status === 'fulfilled') await cluster.value.stop();
    await rm(folder, { recursive: true, force: true });
  };
  if (snapshot.status === 'rejected' || cluster.status === 'rejected') {
    await teardown();
    throw snapshot.status === 'rejected' ? snapshot.reason : (cluster as PromiseRejectedResult).reason;
  }
  project.provide('testDatabases', {
    pgliteSnapshot: snapshot.value,
    postgres: { adminUrl: cluster.value.url('postgres'), template: TEMPLATE },
  });
  return teardown;
}
