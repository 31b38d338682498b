import type { Deps } from '../deps.ts';
import type { Bus } from '../realtime/bus.ts';
import { type Claimed, claimDue, markDone, postpone, releaseTaken } from './outbox.queries.ts';
import { isHint, type MailMessage, type OutboxMessage } from './outbox-messages.ts';

type Row = Claimed<OutboxMessage>;

/** Handles the messages that are no hints. The domains provide these functions. */
export interface OutboxHandlers {
  /**
   * Sends one queued mail, or groups it with others that wait for the same person.
   * @param claim all rows that were taken together with it
   * @returns the rows of the claim that are done with it
   * @throws where it must be tried again
   */
  mail(row: Row, mail: MailMessage, claim: readonly Row[]): Promise<readonly number[]>;
  /** An organization's holidays changed. */
  holidaysChanged(organization: string): Promise<void>;
  /** Deletes the row from the outbox itself. */
  reminderDue(row: Row, notification: string): Promise<void>;
}

export interface OutboxOptions {
  readonly bus: Bus;
  readonly handlers: OutboxHandlers;
  /** Milliseconds between two checks without being woken. */
  readonly pollMs?: number;
}

const POLL_MS = 1000;
const BATCH = 50;
/** How long a taken row is hidden from other workers; longer than the worker waits for the slowest mail server. */
const LEASE_MS = 120_000;
const BACK_OFF_MS = { first: 1000, longest: 900_000 } as const;
/** With the longest back-off these take about three days. */
const TRIES = 300;

/**
 * Sends the queued mails and realtime hints. Each row is handled at least once, and handling it twice has the same
 * effect: mails and hints carry the row's id.
 */
export function createOutboxWorker(deps: Deps, options: OutboxOptions) {
  const { db, engine, log, now } = deps;
  const { bus, handlers, pollMs = POLL_MS } = options;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let again = false;
  let stopped = false;
  let released = false;

  /**
   * Hints are marked done together: a change of a thousand documents makes a thousand. One that is sent again, because
   * its worker died in between, is recognized by its key.
   */
  async function handleAll(rows: readonly Row[]): Promise<void> {
    let hinted: number[] = [];
    /** Notices that went into the mail of an earlier one, or were held back with it. */
    const settled = new Set<number>();
    const settle = async (): Promise<void> => {
      await markDone(db, hinted, now());
      hinted = [];
    };
    for (const row of rows) {
      const { message } = row;
      if (settled.has(row.id)) continue;
      try {
        if (stopped) {
          await postpone(db, row.id, now(), null);
        } else if (message.kind === 'mail') {
          // A mail may take long, and must not use up the lease of the hints.
          await settle();
          for (const id of await handlers.mail(row, message.mail, rows)) settled.add(id);
        } else if (message.kind === 'holidays.changed') {
          await settle();
          await handlers.holidaysChanged(message.organization);
          hinted.push(row.id);
        } else if (message.kind === 'reminder.due') {
          await settle();
          await handlers.reminderDue(row, message.notification);
        } else if (message.kind === 'hints') {
          await bus.publish(...message.hints.map((hint, at) => ({ ...hint, key: `outbox:${row.id}:${at}` })));
          hinted.push(row.id);
        } else {
          await bus.publish({ ...message, key: `outbox:${row.id}` });
          hinted.push(row.id);
        }
      } catch (error) {
        await failed(row, error);
      }
    }
    await settle();
  }

  async function failed(row: Row, error: unknown): Promise<void> {
    const why = error instanceof Error ? error.message : String(error);
    if (row.attempts >= TRIES) {
      log.error({ err: error, outbox: row.id, kind: row.message.kind }, 'given up');
      return markDone(db, [row.id], now());
    }
    log.warn({ err: error, outbox: row.id, kind: row.message.kind }, 'to be tried again');
    const wait = Math.min(BACK_OFF_MS.first * 2 ** Math.min(row.attempts - 1, 20), BACK_OFF_MS.longest);
    await postpone(
      db,
      row.id,
      new Date(now().getTime() + wait * (0.75 + Math.random() / 2)),
      why.slice(0, 500),
    );
  }

  async function workOff(): Promise<void> {
    // The embedded database has one worker: what it had taken when it died need not wait for its lease.
    if (engine === 'pglite' && !released) await releaseTaken(db, now());
    released = true;
    for (;;) {
      const at = now();
      const rows = await claimDue<OutboxMessage>(db, at, new Date(at.getTime() + LEASE_MS), BATCH);
      if (rows.length === 0) return;
      await handleAll(rows);
      // Hints queue nothing, and what was queued meanwhile wakes this worker. Mails may have become one.
      if (
        stopped ||
        (rows.length < BATCH && rows.every(({ message }) => message.kind === 'hints' || isHint(message)))
      )
        return;
    }
  }

  function run(): Promise<void> {
    again = true;
    running ??= (async () => {
      try {
        while (again && !stopped) {
          again = false;
          await workOff();
        }
      } finally {
        running = null;
      }
    })();
    return running;
  }

  const look = (): void => {
    if (stopped) return;
    run().catch((error: unknown) => log.warn({ err: error }, 'the outbox could not be read'));
  };

  const unsubscribe = bus.subscribe((event) => {
    if (event.kind === 'wake') look();
  });

  return {
    start(): void {
      timer = setInterval(look, pollMs);
      timer.unref();
      look();
    },
    /** Something was queued: check at once. */
    wake: look,
    /** Handles everything that is due now. */
    drain: run,
    /** Stops after the current message. */
    async stop(): Promise<void> {
      stopped = true;
      clearInterval(timer);
      unsubscribe();
      await running?.catch(() => undefined);
    },
  };
}
