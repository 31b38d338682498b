import type { Deps } from '../deps.ts';

/** Something that is removed at intervals. */
export interface Sweep {
  readonly name: string;
  /** Milliseconds between two runs; ten minutes where it is missing. */
  readonly everyMs?: number;
  /** @returns how much was removed */
  run(now: Date): Promise<number>;
}

/** Milliseconds between two runs, where a sweep says nothing else. */
export const SWEEP_MS = 10 * 60_000;

/** @param sweeps what each domain wants removed: expired rows, abandoned uploads and so on */
export function createSweeper({ log, now }: Pick<Deps, 'log' | 'now'>, sweeps: readonly Sweep[]) {
  const timers: NodeJS.Timeout[] = [];
  let running = Promise.resolve();

  async function all(due: readonly Sweep[]): Promise<void> {
    for (const { name, run } of due) {
      try {
        const gone = await run(now());
        if (gone > 0) log.info({ sweep: name, gone }, 'swept');
      } catch (error) {
        log.warn({ err: error, sweep: name }, 'not swept');
      }
    }
  }

  const queue = (due: readonly Sweep[]): Promise<void> => {
    running = running.then(() => all(due));
    return running;
  };

  /** Runs them one after the other. A slow one is not queued twice. */
  function every(ms: number, due: readonly Sweep[]): NodeJS.Timeout {
    let queued = false;
    const turn = async () => {
      if (queued) return;
      queued = true;
      await queue(due);
      queued = false;
    };
    return setInterval(turn, ms).unref();
  }

  return {
    start(): void {
      for (const [ms, due] of Map.groupBy(sweeps, ({ everyMs = SWEEP_MS }) => everyMs)) {
        timers.push(every(ms, due));
      }
    },
    /** Runs every sweep once. */
    sweep: (): Promise<void> => queue(sweeps),
    async stop(): Promise<void> {
      for (const timer of timers) clearInterval(timer);
      await running;
    },
  };
}
