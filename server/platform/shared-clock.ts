import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { CLOCK_SKEW_SECONDS } from './clock-skew.ts';
import type { Database } from './db/client.ts';
import type { Schema } from './db/schema.ts';

/** A computer's own clock is used while it differs from the database's by less than this. */
const TOLERANCE_MS = 1000;
const MEASURE_EVERY_MS = 30_000;
/** How soon the clock is measured again after the computer's clock was seen to differ. */
const AGAIN_MS = 2000;
const LOG_EVERY_MS = 3_600_000;

/** The clock that everything goes by which several processes share: limits, leases, claims, and what jobs delete or send. */
export interface SharedClock {
  now(): Date;
  /** Ends the measuring. */
  close(): void;
}

/** Milliseconds of the epoch, by the database's clock. */
export async function databaseTime(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ at: number }>`
    select extract(epoch from clock_timestamp())::float8 * 1000 as at`.execute(db);
  return Number(rows[0]?.at);
}

/**
 * Opens the database's clock: processes on computers with different dates agree on it. It costs a statement every half
 * minute and none when it is asked. Between two measurements it goes on by the time that has passed since, which no
 * change of the computer's date touches. The embedded database has the computer's own clock.
 * @param wall the computer's clock, in milliseconds; tests give a wrong one
 */
export async function openSharedClock(
  { db, engine }: Pick<Database, 'db' | 'engine'>,
  log: Pick<Logger, 'warn'>,
  wall: () => number = Date.now,
): Promise<SharedClock> {
  if (engine === 'pglite') return { now: () => new Date(wall()), close: () => undefined };
  /** The database's time when `performance.now()` was 0. */
  let origin = 0;
  let measuredAt = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;

  async function measure(): Promise<void> {
    const began = performance.now();
    measuredAt = began;
    const at = await databaseTime(db);
    const ended = performance.now();
    // The answer was made at some moment in between.
    const measured = at - (began + ended) / 2;
    if (origin === 0 || Math.abs(measured - origin) > (ended - began) / 2) origin = measured;
    const seconds = Math.round((wall() - (ended + origin)) / 1000);
    if (Math.abs(seconds) <= CLOCK_SKEW_SECONDS || ended - loggedAt < LOG_EVERY_MS) return;
    loggedAt = ended;
    log.warn(
      { seconds },
      'the date of this computer differs from the database’s, which is used: set one of them right',
    );
  }
  const measureAgain = (): void =>
    void measure().catch((error: unknown) => log.warn({ err: error }, 'the database’s clock was not read'));

  await measure();
  const timer = setInterval(measureAgain, MEASURE_EVERY_MS).unref();
  return {
    now() {
      const passed = performance.now();
      const own = wall();
      const shared = passed + origin;
      // Exactly the computer's where that is right, so that times of one process are in order.
      if (Math.abs(own - shared) <= TOLERANCE_MS) return new Date(own);
      if (passed - measuredAt > AGAIN_MS) measureAgain();
      return new Date(shared);
    },
    close: () => clearInterval(timer),
  };
}
