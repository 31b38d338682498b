import PQueue from 'p-queue';

export interface FairQueueLimits {
  /** Maximum number that run at a time, of all people. */
  readonly atOnce: number;
  /** Maximum number of one person that run at a time. */
  readonly ofOne: number;
  /** Maximum number of one person that wait, in addition to those that run. */
  readonly waiting: number;
  /** How long a call may wait, in milliseconds. */
  readonly waitMs: number;
}

/** Acquires what other processes must know of, before the work counts here. */
type Enter = (person: string, signal: AbortSignal) => Promise<(() => Promise<void>) | null>;

/**
 * A queue that is fair between people: each person has only their next call in the common queue, so a person who makes
 * sixty calls has one place in it, like everybody else.
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
