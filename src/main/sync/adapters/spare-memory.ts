import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const QUIET_MS = 10_000;
/** From this many bytes more than after the last collection a new one is worth it. */
const WORTH_BYTES = 16 << 20;

type Collect = (options: { type: 'major'; flavor: 'last-resort' }) => void;

/**
 * Collects garbage once work is done. Scanning a hundred thousand files leaves much garbage, and V8 collects only while
 * more is being allocated.
 */
export class SpareMemory {
  private readonly collect = collector();
  private timer: NodeJS.Timeout | undefined;
  private least = 0;
  private readonly quietMs: number;

  /** `quietMs`: milliseconds without work before memory is collected. */
  constructor(quietMs = QUIET_MS) {
    this.quietMs = quietMs;
  }

  /** Call it after work. When none follows for a while, memory is collected. */
  worked(): void {
    if (!this.collect) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.giveBack(), this.quietMs).unref();
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private giveBack(): void {
    if (process.memoryUsage().heapTotal < this.least + WORTH_BYTES) return;
    // A major collection: the usual one keeps emptied pages with the process.
    this.collect?.({ type: 'major', flavor: 'last-resort' });
    this.least = process.memoryUsage().heapTotal;
  }
}

/** V8's own collection; `undefined` where it cannot be called. */
function collector(): Collect | undefined {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('globalThis.gc');
  setFlagsFromString('--no-expose-gc');
  return typeof collect === 'function' ? (collect as Collect) : undefined;
}
