import PQueue from 'p-queue';

export interface FairQueueLimits {
  /** How many run at once, of everybody. */
  readonly atOnce: number;
  /** How many of these are one person's. */
  readonly ofOne: number;
  /** How many of one person wait, beside those that run. */
  readonly waiting: number;
  /** How long one of them waits, in milliseconds. */
  readonly waitMs: number;
}

/** What must be acquired outside of this process before the work counts here. */
type Enter = (person: string, signal: AbortSignal) => Promise<(() => Promise<void>) | null>;

/**
 * Turns that are fair between people. In the queue of everybody each person has only their next call, so somebody who
 * makes sixty calls has one place there, like everybody else.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  readonly #refuse: () => Error;
  readonly #enter: Enter | null;
  readonly #everybody: PQueue;
  readonly #people = new Map<string, PQueue>();

  /**
   * @param refuse makes the error for a call that waited too long, or came when too many of its person waited
   * @param enter acquires what other processes must know of; null when it was not available. What it returns is called
   * to release it
   */
  constructor(limits: FairQueueLimits, refuse: () => Error, enter: Enter | null = null) {
    this.#limits = limits;
    this.#refuse = refuse;
    this.#enter = enter;
    this.#everybody = new PQueue({ concurrency: limits.atOnce });
  }

  /**
   * Runs `work` when it is this person's turn.
   * @param gone aborted when nobody waits for the result: a waiting call leaves the queue, a running one is not stopped
   * @throws what `refuse` makes, or the reason of `gone`
   */
  async run<T>(person: string, gone: AbortSignal, work: () => Promise<T>): Promise<T> {
    gone.throwIfAborted();
    const line = this.#lineOf(person);
    if (line.size >= this.#limits.waiting) throw this.#refuse();
    const waiting = new AbortController();
    const leave = (): void => waiting.abort(gone.reason);
    const late = setTimeout(() => waiting.abort(this.#refuse()), this.#limits.waitMs);
    gone.addEventListener('abort', leave);
    const stopWaiting = (): void => {
      clearTimeout(late);
      gone.removeEventListener('abort', leave);
    };
    const { signal } = waiting;
    const begin = (): Promise<T> => {
      // From here on its place is taken until it is done, even if the client disconnects: running work uses the
      // processors.
      stopWaiting();
      return work();
    };
    try {
      return await line.add(
        async () => {
          const undo = this.#enter ? await this.#enter(person, signal) : undefined;
          if (undo === null) throw this.#refuse();
          try {
            return await this.#everybody.add(begin, { signal });
          } finally {
            await undo?.();
          }
        },
        { signal },
      );
    } finally {
      stopWaiting();
    }
  }

  #lineOf(person: string): PQueue {
    const known = this.#people.get(person);
    if (known) return known;
    const line = new PQueue({ concurrency: this.#limits.ofOne });
    line.on('idle', () => this.#people.delete(person));
    this.#people.set(person, line);
    return line;
  }
}
