import type { Clock } from '../../ports/clock.ts';

/** After this many distances without a version, a record's next version is sent at once. */
const PEACE_DISTANCES = 4;
/** However often a file is saved, what waits is sent after this long, in milliseconds. */
const LONGEST_WAIT_MS = 300_000;

interface Sent {
  readonly at: number;
  /** How long the next content must stay unchanged before it is sent, in milliseconds. */
  readonly stillMs: number;
}

interface Waiting {
  readonly recordId: string;
  readonly since: number;
  readonly due: number;
}

/**
 * Keeps a distance between versions of one document. Its first edit is sent at once. While somebody goes on saving
 * every few seconds, contents wait, so that eight saves do not make eight versions and eight review requests. What
 * waits is kept in a copy and in the journal, and only a later save of the same person replaces it. After a restart
 * nothing waits.
 */
export class VersionPace {
  private readonly sent = new Map<string, Sent>();
  /** By operation id. */
  private readonly waiting = new Map<string, Waiting>();
  private readonly clock: Clock;
  private readonly settleMs: number;
  private readonly distanceMs: number;

  /**
   * @param settleMs how long a file is left alone before it is uploaded
   * @param distanceMs between two versions of one document; 0 for none
   */
  constructor(clock: Clock, settleMs: number, distanceMs: number) {
    this.clock = clock;
    this.settleMs = settleMs;
    this.distanceMs = distanceMs;
  }

  /** A version of this record was just sent. A file that goes on changing waits longer each time. */
  noteSent(recordId: string): void {
    if (this.distanceMs === 0) return;
    const at = this.clock.now();
    const before = this.recent(recordId);
    const stillMs = Math.min(this.distanceMs, before ? before.stillMs * 2 : this.settleMs);
    this.sent.set(recordId, { at, stillMs });
  }

  /**
   * Makes an operation wait where its record's last version was sent a moment ago.
   * @param replaced the operation of this record that waited until now
   * @returns whether it waits
   */
  defer(opId: string, recordId: string, replaced: string | undefined): boolean {
    const now = this.clock.now();
    const since = (replaced === undefined ? undefined : this.waiting.get(replaced)?.since) ?? now;
    if (replaced !== undefined) this.waiting.delete(replaced);
    const last = this.recent(recordId);
    if (!last) return false;
    const calm = Math.max(last.at + this.distanceMs, now + last.stillMs - this.settleMs);
    const due = Math.min(calm, since + LONGEST_WAIT_MS);
    if (due <= now) return false;
    this.waiting.set(opId, { recordId, since, due });
    return true;
  }

  /** Whether an operation waits for its time. */
  waits(opId: string): boolean {
    const due = this.waiting.get(opId)?.due;
    return due !== undefined && due > this.clock.now();
  }

  /** The operations that wait, and when each is due on the clock's scale. */
  get deferred(): ReadonlyMap<string, { readonly due: number }> {
    return this.waiting;
  }

  /** When the next operation is due; `undefined` where none waits. */
  get nextDue(): number | undefined {
    const times = [...this.waiting.values()].map(({ due }) => due);
    return times.length > 0 ? Math.min(...times) : undefined;
  }

  /** A person wants an operation sent now, so it is due. */
  hurry(opId: string): void {
    const waiting = this.waiting.get(opId);
    if (waiting) this.waiting.set(opId, { ...waiting, due: this.clock.now() });
  }

  /** An operation is being sent, and waits no longer. */
  release(opId: string): void {
    this.waiting.delete(opId);
  }

  private recent(recordId: string): Sent | undefined {
    const last = this.sent.get(recordId);
    if (last && this.clock.now() - last.at <= this.distanceMs * PEACE_DISTANCES) return last;
    this.sent.delete(recordId);
    return undefined;
  }
}
