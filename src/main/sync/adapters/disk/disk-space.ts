import { statfs } from 'node:fs/promises';

/** Asking the disk for each of ten states a second would tell nothing new. */
const LOOK_MS = 15_000;

interface Space {
  readonly free: number;
  readonly total: number;
}

/** How much room is left where the sync folder lies; looked at now and then, whenever somebody asks. */
export class DiskSpace {
  private known: Space | null = null;
  private lookedAt = Number.NEGATIVE_INFINITY;
  private readonly changed: () => void;

  /** @param changed called when there is something new to tell */
  constructor(changed: () => void) {
    this.changed = changed;
  }

  /** What is known now, in bytes; null where nothing is. */
  of(folder: string): Space | null {
    const now = performance.now();
    if (now - this.lookedAt >= LOOK_MS) {
      this.lookedAt = now;
      void this.look(folder);
    }
    return this.known;
  }

  private async look(folder: string): Promise<void> {
    // A disk that cannot say it (some network drives) says nothing.
    const answer = await statfs(folder).catch(() => null);
    const next = answer && { free: answer.bavail * answer.bsize, total: answer.blocks * answer.bsize };
    // Millions of bytes that come and go are no news to a person.
    const same = Math.round((next?.free ?? -1) / 1e7) === Math.round((this.known?.free ?? -1) / 1e7);
    if (same && this.known !== null) return;
    this.known = next;
    if (next) this.changed();
  }
}
