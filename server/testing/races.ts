import pg from 'pg';
import { expect } from 'vitest';
import type { TestServer } from './http.ts';

/** Calls that wait for one row, in the order in which they came to it. */
export interface Queue {
  /** Starts a call, and resolves once it waits in the database behind those before it. */
  join<T>(call: () => Promise<T>): Promise<Waiting<T>>;
}

/** Its answer, for after the queue has been let go. */
export type Waiting<T> = () => Promise<T>;

/** What calls can be made to wait for: the row of an organization, a library, a person, an obligation, or a content's hash. */
type Held =
  | { readonly organization: string }
  | { readonly library: string }
  | { readonly user: string }
  | { readonly obligation: string }
  | { readonly sha256: string };

function rowOf(held: Held): { sql: string; value: string } {
  if ('library' in held) return { sql: 'select 1 from groups where id = $1 for update', value: held.library };
  if ('organization' in held)
    return { sql: 'select 1 from organizations where id = $1 for update', value: held.organization };
  if ('obligation' in held)
    return { sql: 'select 1 from obligations where id = $1 for update', value: held.obligation };
  if ('user' in held) return { sql: 'select 1 from users where id = $1 for update', value: held.user };
  return { sql: 'select 1 from blobs where sha256 = $1 for update', value: held.sha256 };
}

/**
 * Holds a row on a connection of its own, lets calls queue up behind it, and lets go when `line` is through: each call
 * runs on its own connection, has read what it reads before its lock, and they get the lock one after the other. So a
 * race of two has one outcome, and is met every time. `line` also gets the connection that holds the row. PostgreSQL alone: the embedded database has one connection.
 */
export async function behindLock<T>(
  server: Pick<TestServer, 'database'>,
  held: Held,
  line: (queue: Queue, holder: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: server.database.url });
  await client.connect();
  const waiting = async (): Promise<number> => {
    // Inside a transaction the list of backends is the one of the first look, unless it is told to look anew.
    await client.query('select pg_stat_clear_snapshot()');
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return Number(rows[0]?.count);
  };
  let queued = 0;
  try {
    await client.query('begin');
    const { sql, value } = rowOf(held);
    await client.query(sql, [value]);
    const join: Queue['join'] = async (call) => {
      const answer = call();
      // Nobody awaits it yet; an error is its reader's.
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
 * The answers of calls that come to one row at the same moment. The first comes through first; with more than two, the
 * order of the others is PostgreSQL's: once the row has changed, those who wait for its old version start anew.
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
