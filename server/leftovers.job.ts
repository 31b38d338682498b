import type { Kysely } from 'kysely';
import { sweepGuesses } from './domains/identity/passwords/guesses.ts';
import { sweepKnownDevices } from './domains/identity/passwords/known-devices.ts';
import { purgeTombstones } from './domains/libraries/library-changes.queries.ts';
import { purgeSends } from './domains/report/mailed/report-mail-sends.queries.ts';
import { sweepTextHolds } from './domains/search/texts/text-holds.queries.ts';
import type { Schema } from './platform/db/schema.ts';
import type { Sweep } from './platform/jobs/sweeps.ts';
import { purgeDone, releaseMisdated } from './platform/outbox/outbox.queries.ts';

const DAY_MS = 86_400_000;
const KEPT_DAYS = { outbox: 7, idempotency: 30, operations: 1, tombstones: 90, reportMails: 400 } as const;

const ago = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/** Deletes expired rows of events, calls and sync. */
export function leftovers(db: Kysely<Schema>): Sweep[] {
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
    { name: 'text holds', run: (now) => sweepTextHolds(db, now) },
    { name: 'misdated messages', everyMs: 60_000, run: (now) => releaseMisdated(db, now) },
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
    { name: 'report mails', run: (now) => purgeSends(db, ago(now, KEPT_DAYS.reportMails)) },
    { name: 'tombstones', run: (now) => purgeTombstones(db, ago(now, KEPT_DAYS.tombstones)) },
  ];
}
