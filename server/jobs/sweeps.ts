import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { sweepGuesses } from '../identity/guesses.ts';
import { sweepKnownDevices } from '../identity/known-devices.ts';
import { purgeTombstones } from '../repositories/feed.ts';
import { purgeDone, releaseFromAfar } from '../repositories/outbox.ts';

/** Something that is cleared away every so often. */
export interface Sweep {
  readonly name: string;
  /** How often, in milliseconds; every ten minutes where nothing is said. */
  readonly everyMs?: number;
  /** @returns how much was cleared away */
  run(now: Date): Promise<number>;
}

export interface Sweeper {
  start(): void;
  /** Runs every sweep once. */
  sweep(): Promise<void>;
  stop(): Promise<void>;
}

const EVERY_MS = 10 * 60_000;
const DAY_MS = 86_400_000;
const KEPT_DAYS = { outbox: 7, idempotency: 30, operations: 1, tombstones: 90 } as const;

const ago = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/** What events, calls and sync leave behind. */
function ownSweeps(db: Kysely<Schema>): Sweep[] {
  return [
    { name: 'guesses', run: (now) => sweepGuesses(db, now) },
    { name: 'known devices', run: (now) => sweepKnownDevices(db, now) },
    {
      name: 'counts',
      run: async (now) => {
        const gone = await db
          .deleteFrom('rate_counts')
          .where('expire', '<', now.getTime())
          .executeTakeFirst();
        return Number(gone.numDeletedRows);
      },
    },
    { name: 'messages from afar', everyMs: 60_000, run: (now) => releaseFromAfar(db, now) },
    { name: 'outbox', run: (now) => purgeDone(db, ago(now, KEPT_DAYS.outbox)) },
    {
      name: 'idempotency',
      run: async (now) => {
        const before = ago(now, KEPT_DAYS.idempotency);
        const gone = await db.deleteFrom('idempotency').where('created_at', '<', before).executeTakeFirst();
        return Number(gone.numDeletedRows);
      },
    },
    {
      name: 'operations',
      run: async (now) => {
        const before = ago(now, KEPT_DAYS.operations);
        const gone = await db.deleteFrom('operations').where('expires_at', '<', before).executeTakeFirst();
        return Number(gone.numDeletedRows);
      },
    },
    { name: 'tombstones', run: (now) => purgeTombstones(db, ago(now, KEPT_DAYS.tombstones)) },
  ];
}

/** @param more what other parts want swept: uploads that nobody goes on with, bytes that no version names */
export function createSweeper({ db, log, now }: Deps, more: readonly Sweep[] = []): Sweeper {
  const sweeps = [...ownSweeps(db), ...more];
  const timers: NodeJS.Timeout[] = [];
  let running = Promise.resolve();

  async function all(due: readonly Sweep[]): Promise<void> {
    for (const { name, run } of due) {
      try {
        const gone = await run(now());
        if (gone > 0) log.info({ sweep: name, gone }, 'swept');
      } catch (error) {
        log.warn({ err: error, sweep: name }, 'not swept');
      }
    }
  }

  const queue = (due: readonly Sweep[]): Promise<void> => {
    running = running.then(() => all(due));
    return running;
  };

  /** One after the other, and never queued twice: a slow one would otherwise gather turns of the others behind it. */
  function every(ms: number, due: readonly Sweep[]): NodeJS.Timeout {
    let queued = false;
    const turn = async () => {
      if (queued) return;
      queued = true;
      await queue(due);
      queued = false;
    };
    return setInterval(turn, ms).unref();
  }

  return {
    start() {
      for (const [ms, due] of Map.groupBy(sweeps, ({ everyMs = EVERY_MS }) => everyMs)) {
        timers.push(every(ms, due));
      }
    },
    sweep: () => queue(sweeps),
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await running;
    },
  };
}
