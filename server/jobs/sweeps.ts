import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { purgeTombstones } from '../repositories/feed.ts';
import { purgeDone } from '../repositories/outbox.ts';

/** Something that is cleared away every so often. */
export interface Sweep {
  readonly name: string;
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
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  async function once(): Promise<void> {
    for (const { name, run } of sweeps) {
      try {
        const gone = await run(now());
        if (gone > 0) log.info({ sweep: name, gone }, 'swept');
      } catch (error) {
        log.warn({ err: error, sweep: name }, 'not swept');
      }
    }
  }

  const sweep = (): Promise<void> => {
    running = running.then(once);
    return running;
  };

  return {
    start() {
      timer = setInterval(sweep, EVERY_MS);
      timer.unref();
    },
    sweep,
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
