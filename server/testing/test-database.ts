import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { type Database, type Engine, openDatabase, openPglite } from '../platform/db/client.ts';
import type {} from './global-setup.ts';

/** Every engine that Legajo runs on: `describe.each(testEngines)`. */
export const testEngines: readonly Engine[] = ['pglite', 'postgres'];

export interface TestDatabase extends Database {
  /** For a server process of its own; undefined on PGlite, which lives in this process's memory. */
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
 * PGlite's code, held for as long as this process lives. V8 gives every thread that compiles the same bytes what is
 * there already, with what it has optimized since, as long as somebody holds it: a database costs half as much then.
 */
let heldCode: Promise<unknown> | undefined;
function holdCode(): Promise<unknown> {
  // The server's types know no browser, whose library has this one.
  const { WebAssembly } = globalThis as unknown as {
    WebAssembly: { compile(bytes: Uint8Array): Promise<unknown> };
  };
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  heldCode ??= readFile(join(folder, 'pglite.wasm')).then((bytes) => WebAssembly.compile(bytes));
  return heldCode;
}

/** A fresh database with today's schema and nothing in it; the caller closes it, and it is gone then. */
export async function openTestDatabase(engine: Engine): Promise<TestDatabase> {
  const sources = inject('testDatabases');
  if (engine === 'pglite') {
    await holdCode();
    const database = await openPglite({ snapshot: sources.pgliteSnapshot });
    return { ...database, url: undefined };
  }
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await admin(`create database ${name} template ${sources.postgres.template}`);
  const url = new URL(sources.postgres.adminUrl);
  url.pathname = `/${name}`;
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

/** One fresh database for the tests of the enclosing `describe`. @returns how to reach it from inside a test */
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

/** The same suite on every engine, each with a fresh database of its own. */
export function withDatabases(
  title: string,
  suite: (database: () => TestDatabase, engine: Engine) => void,
): void {
  describe.each(testEngines)(`${title} on %s`, (engine) => suite(useTestDatabase(engine), engine));
}
