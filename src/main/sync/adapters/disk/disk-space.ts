import { statfs } from 'node:fs/promises';

/** The shortest time between two questions to the disk: the state is told ten times a second. */
const LOOK_MS = 15_000;

/** In bytes. */
export interface Space {
  readonly free: number;
  readonly total: number;
}

/** The room on the disk of a folder; `undefined` where it does not say, as some network drives do. */
export async function spaceOf(folder: string): Promise<Space | undefined> {
  const answer = await statfs(folder).catch(() => undefined);
  return answer && { free: answer.bavail * answer.bsize, total: answer.blocks * answer.bsize };
}

/** How much room is left on the disk of the sync folder. Asks the disk at intervals, when somebody reads it. */
export class DiskSpace {
  private known: Space | null = null;
  private lookedAt = Number.NEGATIVE_INFINITY;
  private readonly changed: () => void;

  /** @param changed called when the value has changed */
  constructor(changed: () => void) {
    this.changed = changed;
  }

  /** The last known value in bytes; null where there is none. */
  of(folder: string): Space | null {
    const now = performance.now();
    if (now - this.lookedAt >= LOOK_MS) {
      this.lookedAt = now;
      void this.look(folder);
    }
    return this.known;
  }

  private async look(folder: string): Promise<void> {
    const next = (await spaceOf(folder)) ?? null;
    // A change of a few megabytes is not worth telling.
    const same = Math.round((next?.free ?? -1) / 1e7) === Math.round((this.known?.free ?? -1) / 1e7);
    if (same && this.known !== null) return;
    this.known = next;
    if (next) this.changed();
  }
}
