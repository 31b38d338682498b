import type { Matched } from '../../planner/matching/matched.ts';
import { SAVE_GAP_MS } from '../../planner/matching/matching.ts';
import type { SyncedNode, SyncedTree } from '../../planner/trees.ts';

export interface AbsenceOptions {
  /** Milliseconds. */
  readonly settleMs: number;
  /** When a node was marked as removed here, on the clock's scale, where that is known. */
  readonly removedAt: (id: string) => number | undefined;
}

/** Since when synced nodes are missing on the disk. */
export class Absences {
  /** By id, marked or not, on the clock's scale. */
  readonly since = new Map<string, number>();
  /** By id: since when a program that saves keeps its file aside. */
  readonly asideSince = new Map<string, number>();
  private readonly options: AbsenceOptions;

  constructor(options: AbsenceOptions) {
    this.options = options;
  }

  /** Those that their person has not let go. */
  unmarked(synced: SyncedTree): readonly string[] {
    return [...this.since.keys()].filter((id) => synced.get(id)?.stopped === false);
  }

  /** @param goneSince when files were missing of which nothing else was known yet, by identity */
  noteEarlier(synced: SyncedTree, goneSince: ReadonlyMap<string, number>): void {
    if (goneSince.size === 0) return;
    for (const { id, identity } of synced.values()) {
      const since = goneSince.get(identity);
      if (since !== undefined && !this.since.has(id)) this.since.set(id, since);
    }
  }

  /** @returns the nodes that have been missing for the settle time, and when the next one has */
  note(
    synced: SyncedTree,
    matched: Matched,
    now: number,
  ): { readonly settled: ReadonlySet<string>; readonly next: number | undefined } {
    const settled = new Set<string>();
    let next: number | undefined;
    for (const id of this.since.keys()) if (!synced.has(id)) this.since.delete(id);
    for (const id of this.asideSince.keys()) if (!matched.aside.has(id)) this.asideSince.delete(id);
    for (const id of matched.aside) if (!this.asideSince.has(id)) this.asideSince.set(id, now);
    for (const node of synced.values()) {
      if (matched.entryOf.has(node.id)) {
        this.since.delete(node.id);
        continue;
      }
      // While its program is at work it is not missing yet: it may be saved within the usual time from now on.
      const since = matched.aside.has(node.id)
        ? now
        : (this.since.get(node.id) ?? this.firstMissing(node, now));
      this.since.set(node.id, since);
      if (node.stopped) continue;
      const due = since + (matched.saving.has(node.id) ? SAVE_GAP_MS : this.options.settleMs);
      if (now >= due) settled.add(node.id);
      else next = Math.min(next ?? due, due);
    }
    return { settled, next };
  }

  private firstMissing({ id, stopped }: SyncedNode, now: number): number {
    return stopped ? (this.options.removedAt(id) ?? Number.NEGATIVE_INFINITY) : now;
  }
}
