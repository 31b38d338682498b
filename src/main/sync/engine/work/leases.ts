import type { LocalLock } from '../../local/folder-locks.ts';
import { LEASE_MS, RENEW_MS } from '../../local/office-locks.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SessionInfo } from '../../ports/remote.ts';
import type { Reporter } from './work.ts';

interface Lease {
  readonly opId: string;
  renewedAt: number;
}

/** Tells others who edits what: a lease for each document with a live lock file, renewed while it lasts. */
export class Leases {
  private readonly held = new Map<string, Lease>();
  private readonly reporter: Reporter;
  private readonly clock: Clock;
  private readonly newId: () => string;

  constructor(reporter: Reporter, clock: Clock, newId: () => string) {
    this.reporter = reporter;
    this.clock = clock;
    this.newId = newId;
  }

  /** Makes the leases match the lock files. `recordAt` gives the record at a path. */
  update(
    locks: readonly LocalLock[],
    recordAt: (path: string) => string | undefined,
    person: SessionInfo,
  ): void {
    const now = this.clock.now();
    const live = new Set<string>();
    for (const lock of locks) {
      const recordId = lock.stale ? undefined : recordAt(lock.path);
      if (recordId) live.add(recordId);
    }
    for (const recordId of live) {
      const lease = this.held.get(recordId) ?? { opId: this.newId(), renewedAt: Number.NEGATIVE_INFINITY };
      if (now - lease.renewedAt < RENEW_MS) continue;
      this.held.set(recordId, { ...lease, renewedAt: now });
      const data = { person: personOf(person), leaseSeconds: LEASE_MS / 1000 };
      this.reporter.step({ type: 'editing', opId: lease.opId, recordId, data });
    }
    for (const [recordId, { opId }] of this.held) {
      if (live.has(recordId)) continue;
      this.held.delete(recordId);
      this.reporter.step({ type: 'done editing', opId, recordId, data: { person: personOf(person) } });
    }
  }

  /** When the next renewal is due; `undefined` while nothing is open. */
  get nextRenewal(): number | undefined {
    const times = [...this.held.values()].map((lease) => lease.renewedAt + RENEW_MS);
    return times.length === 0 ? undefined : Math.min(...times);
  }
}

function personOf(person: SessionInfo) {
  return { _id: person.userId, firstname: person.firstname, lastname: person.lastname };
}
