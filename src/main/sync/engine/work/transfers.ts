import PQueue from 'p-queue';
import { FilesError } from '../../ports/files.ts';
import { RemoteError } from '../../ports/remote.ts';
import type { Memory } from '../comparing/memory.ts';
import type { Failure } from '../failures/failure.ts';

/** Larger files travel beside the cycles of the engine. Bytes. */
export const LARGE_BYTES = 1 << 20;
/** More would share the same line, and make each of them end later. */
const AT_ONCE = 3;

/** The key of a record's download, the same as that of its operation among the setbacks. */
export const downloadKey = (recordId: string): string => `download:${recordId}`;

/** What a transfer keeps busy until it ends, so that no plan touches it: ids of nodes, and identities of local files. */
type Kept = readonly (string | undefined)[];

interface Running {
  readonly operation: Failure['operation'];
  readonly kept: Kept;
  readonly own: AbortController;
}

/** Whether a transfer still has a purpose: a download has none once its version was replaced or withdrawn. */
export function isWanted(memory: Memory, operation: Failure['operation']): boolean {
  if (operation.kind !== 'download') return true;
  const remote = memory.content.remote.get(operation.id);
  return remote?.kind === 'record' && remote.version.id === operation.version.id;
}

/**
 * Uploads and downloads of large files. They run beside the cycles, because a slow line would otherwise keep everything
 * else waiting for hours: other edits would not even be noticed.
 */
export class Transfers {
  private readonly queue = new PQueue({ concurrency: AT_ONCE });
  private readonly running = new Map<string, Running>();
  private readonly failures: { readonly key: string; readonly failure: Failure }[] = [];
  private faults: unknown[] = [];
  private leftParts = false;
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
    const own = new AbortController();
    const { signal } = own;
    this.running.set(key, { operation, kept, own });
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
    if (signal.aborted || failures.length > 0) this.leftParts = true;
    if (!signal.aborted) this.failures.push(...failures.map((failure) => ({ key, failure })));
  }

  isRunning(key: string): boolean {
    return this.running.has(key);
  }

  /** Whether it is running, or has failed and nobody has asked for that yet. */
  isUnderWay(key: string): boolean {
    return this.running.has(key) || this.failures.some((each) => each.key === key);
  }

  /** Whether any is running, or has failed and nobody has asked for that yet. */
  get isBusy(): boolean {
    return this.running.size > 0 || this.failures.length > 0;
  }

  /** What the running ones keep busy. */
  get busy(): readonly string[] {
    return [...this.running.values()].flatMap(({ kept }) => kept).filter((id) => id !== undefined);
  }

  /** The failures since the last call. Throws what is an error of the program. */
  takeFailures(): readonly Failure[] {
    const [fault] = this.faults.splice(0);
    if (fault !== undefined) throw fault;
    return this.failures.splice(0).map(({ failure }) => failure);
  }

  /** Whether any has ended with a part of its bytes since the last call. */
  takeLeftParts(): boolean {
    const { leftParts } = this;
    this.leftParts = false;
    return leftParts;
  }

  /** Stops all, also those that wait for their turn. They go on with a later cycle. */
  stop(): void {
    for (const { own } of this.running.values()) own.abort();
  }

  /** Stops those that bring what nobody wants any more: they would only take room and time from the others. */
  stopUnwanted(isWanted: (operation: Failure['operation']) => boolean): void {
    for (const { operation, own } of this.running.values()) if (!isWanted(operation)) own.abort();
  }

  /** Until none is running. */
  async idle(): Promise<void> {
    await this.queue.onIdle();
  }
}
