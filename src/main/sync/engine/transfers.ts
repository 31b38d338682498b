import PQueue from 'p-queue';
import { FilesError } from '../ports/files.ts';
import { RemoteError } from '../ports/remote.ts';
import type { Failure } from './failure.ts';

/** Larger files travel beside the cycles of the engine. Bytes. */
export const LARGE_BYTES = 1 << 20;
/** More would share the same line, and make each of them end later. */
const AT_ONCE = 3;

/** The key of a record's download, the same as that of its operation among the setbacks. */
export const downloadKey = (recordId: string): string => `download:${recordId}`;

/** What a transfer keeps busy until it ends, so that no plan touches it: ids of nodes, and identities of local files. */
type Kept = readonly (string | undefined)[];

/**
 * Uploads and downloads of large files. They run beside the cycles, because a slow line would otherwise keep everything
 * else waiting for hours: other edits would not even be noticed.
 */
export class Transfers {
  private readonly queue = new PQueue({ concurrency: AT_ONCE });
  private readonly running = new Map<string, Kept>();
  private readonly failures: { readonly key: string; readonly failure: Failure }[] = [];
  private faults: unknown[] = [];
  private stopping = new AbortController();
  private readonly largeBytes: number;
  private readonly onEnd: () => void;

  /** @param onEnd called after each transfer: what follows from it is planned by the next cycle */
  constructor(largeBytes: number, onEnd: () => void) {
    this.largeBytes = largeBytes;
    this.onEnd = onEnd;
  }

  /** Whether a file of this size, in bytes, travels beside the cycles. */
  isLarge(size: number): boolean {
    return size > this.largeBytes;
  }

  /** Starts a transfer, unless one with this key is running. @param run its failures, or throws one */
  start(
    key: string,
    operation: Failure['operation'],
    kept: Kept,
    run: (signal: AbortSignal) => Promise<readonly Failure[]>,
  ): void {
    if (this.running.has(key)) return;
    this.running.set(key, kept);
    const { signal } = this.stopping;
    const transfer = async () => {
      if (!signal.aborted) this.take(key, await run(signal), signal);
    };
    void this.queue
      .add(transfer)
      .catch((error: unknown) => {
        if (error instanceof FilesError || error instanceof RemoteError)
          this.take(key, [{ operation, error }], signal);
        else this.faults.push(error);
      })
      .finally(() => {
        this.running.delete(key);
        this.onEnd();
      });
  }

  /** A transfer that was stopped has not failed: it goes on later. */
  private take(key: string, failures: readonly Failure[], signal: AbortSignal): void {
    if (!signal.aborted) this.failures.push(...failures.map((failure) => ({ key, failure })));
  }

  isRunning(key: string): boolean {
    return this.running.has(key);
  }

  /** Whether it is running, or has failed and nobody has asked for that yet. */
  isUnderWay(key: string): boolean {
    return this.running.has(key) || this.failures.some((each) => each.key === key);
  }

  get size(): number {
    return this.running.size;
  }

  /** What the running ones keep busy. */
  get busy(): readonly string[] {
    return [...this.running.values()].flat().filter((id) => id !== undefined);
  }

  /** The failures since the last call. Throws what is an error of the program. */
  takeFailures(): readonly Failure[] {
    const [fault] = this.faults.splice(0);
    if (fault !== undefined) throw fault;
    return this.failures.splice(0).map(({ failure }) => failure);
  }

  /** Stops all, also those that wait for their turn. They go on with a later cycle. */
  stop(): void {
    this.stopping.abort();
    this.stopping = new AbortController();
  }

  /** Until none is running. */
  async idle(): Promise<void> {
    await this.queue.onIdle();
  }
}
