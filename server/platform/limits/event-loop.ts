import { performance } from 'node:perf_hooks';

/** Milliseconds over which it is measured: a single slow call is no load. */
const WINDOW_MS = 250;

/** How much of its time the process's event loop works, as of the last time that somebody asked. */
export class EventLoop {
  #since = performance.eventLoopUtilization();
  #sinceMs = performance.now();
  #busy = 0;

  /** From 0 to 1. */
  get busy(): number {
    const now = performance.now();
    if (now - this.#sinceMs < WINDOW_MS) return this.#busy;
    const current = performance.eventLoopUtilization();
    this.#busy = performance.eventLoopUtilization(current, this.#since).utilization;
    this.#since = current;
    this.#sinceMs = now;
    return this.#busy;
  }
}
