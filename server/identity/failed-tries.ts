import { createHmac } from 'node:crypto';
import { CompiledQuery, type Kysely } from 'kysely';
import { type RateLimiterAbstract, RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Schema } from '../db/schema.ts';

/** Makes a count of one kind: up to `points` within `seconds`. */
export type Counts = (name: string, points: number, seconds: number) => RateLimiterAbstract;

/** Failed tries in the database, shared by all processes, in `failed_tries`. */
export function createFailedTries(db: Kysely<Schema>): Counts {
  /** As much of a client of PostgreSQL as the limiter needs, over the server's own connections. */
  const client = {
    async query({ text, values }: { text: string; values: unknown[] }) {
      const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text, values));
      return { rows, rowCount: Number(numAffectedRows ?? rows.length) };
    },
  };
  return (name, points, seconds) =>
    new RateLimiterPostgres({
      storeClient: client,
      storeType: 'client',
      tableName: 'failed_tries',
      tableCreated: true,
      // The sweeper does.
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points,
      duration: seconds,
    });
}

/** What strangers type is nobody's to read. @returns by what a try is counted */
export function createTryKeys(secret: Buffer): (key: string) => string {
  return (key) => createHmac('sha256', secret).update(`try:${key}`).digest('base64url');
}

/** Forgets what counts no longer. @returns how many counts */
export async function sweepFailedTries(db: Kysely<Schema>, now: Date): Promise<number> {
  const gone = await db
    .deleteFrom('failed_tries')
    .where('expire', '<', String(now.getTime()))
    .executeTakeFirst();
  return Number(gone.numDeletedRows);
}
