import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresAdapter, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { markOfDatabase } from '../machine-faults.ts';
import { refuseInsideTransaction } from './client-guard.ts';
import { rowTypes } from './client-types.ts';
import { type DataDirLock, lockDataDir } from './lock.ts';
import { PgliteHost } from './pglite-host.ts';
import { defaultWatchdog, type WatchdogTimes, watchPglite } from './pglite-watchdog.ts';
import { honourPrepared } from './prepared.ts';
import { limitQueries, tellAnswers } from './query-limit.ts';
import type { Schema } from './schema.ts';

export type Engine = 'pglite' | 'postgres';

/** The connections of this process, and how many callers wait for one. */
export interface Connections {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
  readonly max: number;
}

const connectionsOf = (pool: pg.Pool) => (): Connections => ({
  ...{ open: pool.totalCount, idle: pool.idleCount },
  ...{ waiting: pool.waitingCount, max: pool.options.max },
});

export interface Database {
  readonly db: Kysely<Schema>;
  readonly engine: Engine;
  /** The server that used this folder before was killed. Always false on PostgreSQL, which recovers by itself. */
  readonly uncleanStop: boolean;
  connections(): Connections;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** PostgreSQL; absent: PGlite in `dataDir`/db. */
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  /** Connections to PostgreSQL. */
  readonly pool?: number;
  /** How long PostgreSQL may say nothing to a query before its connection is given up. */
  readonly silenceMs?: number;
  /** Something that an operator should read: a restart of the embedded database, a lost connection (with its error). */
  readonly onWarning?: (message: string, error?: unknown) => void;
  /** Called after every query that the database has answered, with how long that took. */
  readonly onAnswer?: (seconds: number) => void;
  readonly watchdog?: WatchdogTimes;
}

const CONNECT_MILLISECONDS = 10_000;
const STATEMENT_MILLISECONDS = 30_000;
/** Longer than any statement may take, so that only a database that says nothing at all is meant. */
const SILENCE_MILLISECONDS = STATEMENT_MILLISECONDS + 5_000;
const IDLE_IN_TRANSACTION_MILLISECONDS = 30_000;
const CLOSE_MILLISECONDS = 5_000;
const DEFAULT_POOL = 8;

/** PGlite is one session, so an advisory lock would exclude nobody. Migrations need none there. */
class PgliteAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class PgliteDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new PgliteAdapter();
  }
}

type Warn = NonNullable<DatabaseOptions['onWarning']>;

/** A lost connection is a warning and a failed query, and never ends the process. */
function surviveLoss(pool: pg.Pool, warn: Warn): void {
  pool.on('error', (error) => warn('A connection to the database was lost', markOfDatabase(error)));
  // The pool listens to idle clients only. An error of a client in use, without a listener, would end the process.
  pool.on('connect', (client) => client.on('error', markOfDatabase));
}

/**
 * Settings for the planner: pages come from memory or a solid-state disk, and a page of a list is not worth parallel
 * workers or compilation.
 */
const PLANNING = '-c random_page_cost=1.1 -c max_parallel_workers_per_gather=0 -c jit=off';

function openPool(
  options: pg.PoolConfig,
  { onWarning: warn = () => undefined, onAnswer }: Pick<DatabaseOptions, 'onWarning' | 'onAnswer'>,
): pg.Pool {
  const pool = new pg.Pool({ ...options, types: rowTypes });
  surviveLoss(pool, warn);
  pool.on('connect', honourPrepared);
  if (onAnswer) pool.on('connect', (client) => tellAnswers(client, onAnswer));
  return pool;
}

function guarded(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: () => {
      refuseInsideTransaction();
      return pool.connect().catch((error: unknown) => {
        throw markOfDatabase(error);
      });
    },
  };
}

/** Also used by tests: PGlite without a lock, in a folder or in memory, perhaps from a snapshot. */
export async function openPglite(
  options: { dataDir?: string; snapshot?: string } & Pick<
    DatabaseOptions,
    'onWarning' | 'onAnswer' | 'watchdog'
  >,
): Promise<Database & { dump(): Promise<Uint8Array> }> {
  const warn = options.onWarning ?? (() => undefined);
  const { dataDir, snapshot } = options;
  const host = new PgliteHost({ dataDir, ...(snapshot ? { snapshot } : {}) }, (reason) =>
    warn(`The embedded database was restarted: ${reason}`),
  );
  try {
    await host.start();
  } catch (error) {
    await host.close();
    throw error;
  }
  const pool = openPool(
    { stream: () => host.stream(), user: 'postgres', database: 'postgres', max: 1, idleTimeoutMillis: 0 },
    options,
  );
  const endWatch = watchPglite(pool, host, options.watchdog ?? defaultWatchdog);
  const db = new Kysely<Schema>({ dialect: new PgliteDialect({ pool: guarded(pool) }) });
  return {
    db,
    engine: 'pglite',
    uncleanStop: false,
    connections: connectionsOf(pool),
    dump: () => host.dump(),
    async close() {
      endWatch();
      // Not db.destroy(): Kysely ends the pool only if it has run a query. A query that never ends must not delay the
      // stop.
      await Promise.race([pool.end(), delay(CLOSE_MILLISECONDS, undefined, { ref: false })]);
      await host.close();
    },
  };
}

function openPostgres(databaseUrl: string, options: DatabaseOptions): Database {
  const warn = options.onWarning ?? (() => undefined);
  const settings: pg.PoolConfig = {
    connectionString: databaseUrl,
    max: options.pool ?? DEFAULT_POOL,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    statement_timeout: STATEMENT_MILLISECONDS,
    options: PLANNING,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MILLISECONDS,
    application_name: 'legajo',
  };
  const pool = openPool(settings, options);
  const silence = options.silenceMs ?? SILENCE_MILLISECONDS;
  pool.on('connect', (client) =>
    limitQueries(client, silence, () =>
      warn(`The database did not answer a query for ${silence} ms: its connection was given up`),
    ),
  );
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: guarded(pool) }) });
  return {
    ...{ db, engine: 'postgres', uncleanStop: false },
    connections: connectionsOf(pool),
    close: () => pool.end(),
  };
}

/**
 * Opens the database of a server process: PostgreSQL by URL, else the embedded one, for which it takes the lock
 * on the data folder.
 * @throws DataDirInUseError (lock.ts)
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.databaseUrl) return openPostgres(options.databaseUrl, options);
  const lock: DataDirLock = lockDataDir(options.dataDir);
  try {
    const database = await openPglite({ ...options, dataDir: join(options.dataDir, 'db') });
    return {
      db: database.db,
      engine: 'pglite',
      uncleanStop: lock.uncleanStop,
      connections: database.connections,
      async close() {
        await database.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}
