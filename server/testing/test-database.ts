import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { type Database, type Engine, openDatabase, openPglite } from '../platform/db/client.ts';
import type {} from './global-setup.ts';
import { copyTemplate } from './postgres-cluster.ts';
import { noteConnections } from './races/call-connections.ts';

/** Every supported database engine: `describe.each(testEngines)`. */
export const testEngines: readonly Engine[] = ['pglite', 'postgres'];

export interface TestDatabase extends Database {
  /** Connection for a separate server process; undefined for PGlite, which is in this process's memory. */
  readonly url: string | undefined;
}

async function admin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('testDatabases').postgres.adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Keeps PGlite's compiled code for the life of this process. As long as it is referenced, V8 gives the optimized code
 * to every thread that compiles the same bytes, which halves the cost of a database.
 */
let heldCode: Promise<unknown> | undefined;
function holdCode(): Promise<unknown> {
  // A type that only the browser's library declares, which the server does not include.
  const { WebAssembly } = globalThis as unknown as {
    WebAssembly: { compile(bytes: Uint8Array): Promise<unknown> };
  };
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  heldCode ??= readFile(join(folder, 'pglite.wasm')).then((bytes) => WebAssembly.compile(bytes));
  return heldCode;
}

/** A fresh, empty database with the current schema. The caller closes it, which deletes it. */
export async function openTestDatabase(engine: Engine): Promise<TestDatabase> {
  const sources = inject('testDatabases');
  if (engine === 'pglite') {
    await holdCode();
    const database = await openPglite({ snapshot: sources.pgliteSnapshot });
    return { ...database, url: undefined };
  }
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await admin(copyTemplate(name, sources.postgres.template));
  const url = new URL(sources.postgres.adminUrl);
  url.pathname = `/${name}`;
  noteConnections();
  const database = await openDatabase({ databaseUrl: url.href, dataDir: '' });
  return {
    ...database,
    url: url.href,
    async close() {
      await database.close();
      await admin(`drop database ${name} with (force)`);
    },
  };
}

/**
 * Makes the embedded database of a data folder, with the current schema: a server that starts there takes a third of
 * the time that it needs to create one and to migrate it.
 */
export async function placeTestDatabase(dataDir: string): Promise<void> {
  await holdCode();
  const { pgliteSnapshot: snapshot } = inject('testDatabases');
  const database = await openPglite({ dataDir: join(dataDir, 'db'), snapshot });
  await database.close();
}

/** One fresh database for the tests of the enclosing `describe`. @returns a function to get it inside a test */
export function useTestDatabase(engine: Engine): () => TestDatabase {
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });
  afterAll(async () => {
    await database?.close();
    database = undefined;
  });
  return () => {
    if (!database) throw new Error('The test database is there inside tests and hooks only');
    return database;
  };
}

/** Runs the same suite on every engine, each with a fresh database. */
export function withDatabases(
  title: string,
  suite: (database: () => TestDatabase, engine: Engine) => void,
): void {
  describe.each(testEngines)(`${title} on %s`, (engine) => suite(useTestDatabase(engine), engine));
}
