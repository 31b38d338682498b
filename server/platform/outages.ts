/** How often an outage that goes on is logged, in milliseconds. */
const REMIND_MS = 60_000;
/** How long it must have been well before an outage is over: calls that had waited fail a moment after the first answer. */
const SETTLE_MS = 2000;

/** Writes one line. */
type Write = (fields: object, message: string) => void;

interface Outage {
  readonly began: number;
  readonly write: Write;
  saidAt: number;
  faultAt: number;
  /** The first answer since the last fault. */
  answeredAt: number | undefined;
  /** Faults since the last line, and of the whole outage. */
  since: number;
  count: number;
}

/**
 * Outages of the database, as an operator should read of them: one line when one begins, whatever calls and jobs meet
 * with it and with whichever error, one a minute while it goes on, and one when it is over.
 */
export class Outages {
  readonly #now: () => number;
  #outage: Outage | undefined;

  /** @param now in milliseconds, of a clock that only goes on */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Something failed because the database is not reached. @param about the fields of its line */
  failed(about: object, write: Write): void {
    const now = this.#now();
    const open = this.#outage;
    if (!open) {
      this.#outage = {
        ...{ began: now, saidAt: now, faultAt: now, write },
        answeredAt: undefined,
        since: 0,
        count: 1,
      };
      write({ outage: 'database', ...about }, 'the database is not reached');
      return;
    }
    Object.assign(open, {
      faultAt: now,
      answeredAt: undefined,
      since: open.since + 1,
      count: open.count + 1,
    });
    if (now - open.saidAt < REMIND_MS) return;
    const fields = { outage: 'database', ...about, seconds: seconds(now - open.began), repeated: open.since };
    Object.assign(open, { saidAt: now, since: 0 });
    write(fields, 'the database is still not reached');
  }

  /** The database has answered. Call it after every query: that is how the end of an outage is known. */
  answered(): void {
    const open = this.#outage;
    if (!open) return;
    const now = this.#now();
    open.answeredAt ??= now;
    if (now - open.faultAt < SETTLE_MS) return;
    this.#outage = undefined;
    open.write(
      { outage: 'database', seconds: seconds(open.answeredAt - open.began), faults: open.count },
      'the database is reached again',
    );
  }
}

const seconds = (ms: number): number => Math.round(ms / 100) / 10;
