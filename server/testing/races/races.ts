import pg from 'pg';
import { expect } from 'vitest';
import type { TestServer } from '../http.ts';
import { asCall, beginTurn, worksForCall } from './call-connections.ts';

/** Calls that wait for one row, in the order in which they reached it. */
export interface Queue {
  /** Starts a call. Resolves once it waits in the database behind the earlier ones. */
  join<T>(call: () => Promise<T>): Promise<Waiting<T>>;
}

/** The call's answer, after the queue was released. */
export type Waiting<T> = () => Promise<T>;

/**
 * Rows that calls can be made to wait for: of an organization, library, person, obligation, link to send files, due day, or content hash; or a whole
 * table, for calls that only read.
 */
type Held =
  | { readonly organization: string }
  | { readonly library: string }
  | { readonly user: string }
  | { readonly obligation: string }
  | { readonly fileRequest: string }
  | { readonly occurrence: string }
  | { readonly table: 'access_links' | 'calendars' }
  | { readonly sha256: string };

function rowOf(held: Held): { sql: string; value?: string } {
  if ('table' in held) return { sql: `lock table ${held.table} in access exclusive mode` };
  if ('library' in held) return { sql: 'select 1 from groups where id = $1 for update', value: held.library };
  if ('organization' in held)
    return { sql: 'select 1 from organizations where id = $1 for update', value: held.organization };
  if ('obligation' in held)
    return { sql: 'select 1 from obligations where id = $1 for update', value: held.obligation };
  if ('occurrence' in held)
    return { sql: 'select 1 from occurrences where id = $1 for update', value: held.occurrence };
  if ('fileRequest' in held)
    return { sql: 'select 1 from file_requests where id = $1 for update', value: held.fileRequest };
  if ('user' in held) return { sql: 'select 1 from users where id = $1 for update', value: held.user };
  return { sql: 'select 1 from blobs where sha256 = $1 for update', value: held.sha256 };
}

/**
 * Locks a row on a connection of its own, lets calls queue for it, and releases it when `line` resolves. Each call has
 * its own connection, has finished its reads before its lock, and gets the lock in turn. So a race of two has one
 * outcome every time; what else the server does counts for nothing. `line` also gets the connection that locks the row. Only for PostgreSQL: the embedded database
 * has one connection.
 */
export async function behindLock<T>(
  server: Pick<TestServer, 'database'>,
  held: Held,
  line: (queue: Queue, holder: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: server.database.url });
  await client.connect();
  const turn = beginTurn();
  const waiting = async (): Promise<number> => {
    // Inside a transaction the view of backends is a snapshot until it is cleared.
    await client.query('select pg_stat_clear_snapshot()');
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.filter(({ pid }) => worksForCall(pid, turn)).length;
  };
  let queued = 0;
  try {
    await client.query('begin');
    const { sql, value } = rowOf(held);
    await client.query(sql, value === undefined ? [] : [value]);
    const join: Queue['join'] = async (call) => {
      const answer = asCall(call);
      // Prevents an unhandled rejection: nobody awaits it yet.
      answer.catch(() => undefined);
      queued += 1;
      await expect.poll(waiting, { interval: 10 }).toBe(queued);
      return () => answer;
    };
    return await line({ join }, client);
  } finally {
    await client.query('rollback');
    await client.end();
  }
}

/**
 * The answers of calls that reach one row at the same moment. The first one goes first. With more than two, PostgreSQL
 * decides the order of the others: once the row has changed, calls that wait for its old version start again.
 */
export async function oneAfterTheOther<T>(
  server: Pick<TestServer, 'database'>,
  held: Held,
  calls: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const answers = await behindLock(server, held, async (queue) => {
    const joined: Waiting<T>[] = [];
    for (const call of calls) joined.push(await queue.join(call));
    return joined;
  });
  return Promise.all(answers.map((answer) => answer()));
}
