import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const QUIET_MS = 10_000;
/** So much more than after the last time, in bytes, is worth a collection. */
const WORTH_BYTES = 16 << 20;

type Collect = (options: { type: 'major'; flavor: 'last-resort' }) => void;

/**
 * Gives memory back once work is done. What a look at a hundred thousand files leaves behind is garbage, but V8 keeps the
 * pages of a process that does nothing any more: it only collects what is made while more is being made.
 */
export class SpareMemory {
  private readonly collect = collector();
  private timer: NodeJS.Timeout | undefined;
  private least = 0;
  private readonly quietMs: number;

  /** `quietMs`: for how long nothing must have been done, in milliseconds. */
  constructor(quietMs = QUIET_MS) {
    this.quietMs = quietMs;
  }

  /** Something was done; after a while in which nothing is, memory is given back. */
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
    // The thorough kind: the usual one leaves emptied pages with the process, to be filled again.
    this.collect?.({ type: 'major', flavor: 'last-resort' });
    this.least = process.memoryUsage().heapTotal;
  }
}

/** V8's own collection, asked for by hand; `undefined` where it does not offer it. */
function collector(): Collect | undefined {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('globalThis.gc');
  setFlagsFromString('--no-expose-gc');
  return typeof collect === 'function' ? (collect as Collect) : undefined;
}
