import { type RecordState, STATE } from '#shared/access/states.ts';
import type { Record as Shown } from '#shared/documents/records.schemas.ts';

/**
 * The metadata that a publication freezes (docs/domain/states-and-versions.md). Folder, scope and authors take effect
 * at once, so they are not part of it.
 */
const SNAPSHOT = [
  'title',
  'name',
  'notes',
  'labels',
  'documentType',
  'code',
  'date',
  'issuedOn',
  'validFrom',
  'expiresOn',
  'nextReviewOn',
  'file',
  'size',
] as const;

export type Snapshot = Pick<Shown, (typeof SNAPSHOT)[number]>;

export const snapshotOf = (record: Shown): Snapshot =>
  Object.fromEntries(SNAPSHOT.map((field) => [field, record[field]])) as Snapshot;

export interface Published {
  readonly version: string;
  readonly sha256: string;
  readonly metadata: Snapshot;
  readonly state: RecordState;
}

/**
 * What people did, recorded by the test and never read from the server: each version's bytes, each state that somebody
 * gave to exactly that version, and what was published when. The server's answers are compared with it.
 */
export class Ledger {
  /** For each version that became ready: the hash of the bytes that were sent, or taken over from another version. */
  readonly bytes = new Map<string, string>();
  /** For each ready version: its first state, or that of the last decision. */
  readonly states = new Map<string, RecordState>();
  /** Each decision that a person made, as `version state`. */
  readonly decisions = new Set<string>();
  /** Versions that were ever published: readers may be served only these. */
  readonly everPublished = new Set<string>();
  readonly conflicts = new Set<string>();
  readonly discarded = new Set<string>();
  /** What readers are served now; null where nothing is published. */
  served: Published | null = null;
  deleted = false;
  /** Words ever written into the record. A reader must find none that was not published. */
  readonly words = new Set<string>();
  /** Sorted by version number. */
  private readonly order: string[] = [];

  ready(version: string, sha256: string, state: RecordState, conflict = false): void {
    this.bytes.set(version, sha256);
    this.states.set(version, state);
    this.order.push(version);
    if (conflict) this.conflicts.add(version);
  }

  decided(version: string, state: RecordState): void {
    this.states.set(version, state);
    this.decisions.add(`${version} ${state}`);
  }

  published(version: string, record: Shown): void {
    this.decided(version, STATE.published);
    this.everPublished.add(version);
    this.served = {
      version,
      sha256: this.bytes.get(version) ?? '',
      metadata: snapshotOf(record),
      state: STATE.published,
    };
  }

  deprecated(version: string): void {
    this.decided(version, STATE.obsolete);
    this.everPublished.add(version);
    if (this.served) this.served = { ...this.served, state: STATE.obsolete };
  }

  /** Versions by number, from 1. */
  get numbered(): readonly string[] {
    return this.order;
  }

  /** The ready version with the highest number that is neither a conflict version nor discarded. */
  get current(): string {
    const current = this.order.findLast((each) => !this.conflicts.has(each) && !this.discarded.has(each));
    if (!current) throw new Error('the record has no current version');
    return current;
  }
}
