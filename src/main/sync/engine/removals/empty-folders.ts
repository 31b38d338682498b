import type { EmptyFolder } from '../../planner/operations.ts';

/**
 * Folders without documents that have stood so for the settle time. A program makes a folder before the files in it, and
 * a person gives "Nueva carpeta" its name: neither is worth a word.
 */
export class EmptyFolders {
  /** When the next of them has, on the clock's scale. */
  nextAt: number | undefined;
  /** Since when each is known as empty, by path. */
  private since: ReadonlyMap<string, number> = new Map();
  private readonly settleMs: number;

  constructor(settleMs: number) {
    this.settleMs = settleMs;
  }

  /** @param now on the clock's scale */
  settled(found: readonly EmptyFolder[], now: number): EmptyFolder[] {
    this.since = new Map(found.map(({ path }) => [path, this.since.get(path) ?? now]));
    const waiting = [...this.since.values()].filter((since) => now - since < this.settleMs);
    this.nextAt = waiting.length === 0 ? undefined : Math.min(...waiting) + this.settleMs;
    return found.filter(({ path }) => now - (this.since.get(path) ?? now) >= this.settleMs);
  }
}
