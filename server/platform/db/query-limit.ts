import type { Duplex } from 'node:stream';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { Schema } from './schema.ts';

const LIFT = 'set statement_timeout = 0';
const LOWER = 'reset statement_timeout';

/**
 * Runs work whose statements may take as long as they need, on one connection: indexes over a million rows. Everything
 * else ends after the database's own limit for a statement or, where the database says nothing at all, after ours.
 */
export async function withoutLimit<T>(connection: Kysely<Schema>, work: () => Promise<T>): Promise<T> {
  await sql.raw(LIFT).execute(connection);
  try {
    return await work();
  } finally {
    await sql.raw(LOWER).execute(connection);
  }
}

/**
 * Tells of every query on a connection that the database has answered without an error.
 * @param onAnswer is given how long that took, in seconds
 */
export function tellAnswers(client: pg.PoolClient, onAnswer: (seconds: number) => void): void {
  const plain = client.query.bind(client) as (...args: unknown[]) => unknown;
  const query = (...args: unknown[]): unknown => {
    const began = performance.now();
    const answer = plain(...args);
    if (answer instanceof Promise)
      answer.then(
        () => onAnswer((performance.now() - began) / 1000),
        () => undefined,
      );
    return answer;
  };
  client.query = query as typeof client.query;
}

/**
 * Gives a connection up where a query on it has no answer within this time. The database ends long statements itself; one
 * that stands still without refusing (a stopped process, a machine that fell silent) ends nothing, and its open
 * connections would make every call wait as long as it stands. What waits on the connection fails as on a lost one, and
 * the pool opens another.
 */
export function limitQueries(client: pg.PoolClient, milliseconds: number, onSilence: () => void): void {
  const plain = client.query.bind(client) as (...args: unknown[]) => unknown;
  let lifted = false;
  const query = (...args: unknown[]): unknown => {
    const answer = plain(...args);
    if (lifted && args[0] !== LOWER) return answer;
    if (!(answer instanceof Promise)) throw new Error('A query must be asked for a promise');
    const timer = setTimeout(() => {
      onSilence();
      (client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy();
    }, milliseconds);
    return answer
      .then((result: unknown) => {
        if (args[0] === LIFT || args[0] === LOWER) lifted = args[0] === LIFT;
        return result;
      })
      .finally(() => clearTimeout(timer));
  };
  client.query = query as typeof client.query;
}
