import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

/** A lease ends this long after it was last extended; its holder extends it every second. */
export const LEASE_SECONDS = 15;
const EXTEND_EVERY_MS = 1000;
const ASK_EVERY_MS = 150;

/** Which process holds which key, over all processes of a database. A lease that is not extended ends by itself. */
export interface Leases {
  /**
   * Takes the free ones of these keys. Those that another holder has are marked as wanted.
   * @returns those that this holder has now
   */
  take(keys: readonly string[], holder: string): Promise<ReadonlySet<string>>;
  /** Extends leases. @returns those that are still this holder's, with whether another process waits for them */
  extend(keys: readonly string[], holder: string): Promise<ReadonlyMap<string, { readonly wanted: boolean }>>;
  release(keys: readonly string[], holder: string): Promise<void>;
}

interface Held {
  /** Asks the holder to finish. */
  readonly end: () => void;
  isAsked: boolean;
}

export interface Taking {
  /** Called once when another process waits for one of the keys. */
  readonly end?: () => void;
  /** Ends the waiting. */
  readonly signal?: AbortSignal | undefined;
  readonly waitMs: number;
}

/** The leases that this process holds, extended until they are released. */
export class HeldLeases {
  readonly #leases: Leases;
  readonly #holder = randomUUID();
  readonly #held = new Map<string, Held>();
  readonly #onError: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(leases: Leases, onError: (error: unknown) => void) {
    this.#leases = leases;
    this.#onError = onError;
  }

  /** Waits until this process holds all of the keys. @returns false, with none of them held, where it took too long */
  async take(keys: readonly string[], { end = () => undefined, signal, waitMs }: Taking): Promise<boolean> {
    const missing = new Set(keys);
    const late = Date.now() + waitMs;
    let isOurs = false;
    try {
      while (!isOurs) {
        for (const key of await this.#leases.take([...missing], this.#holder)) {
          missing.delete(key);
          this.#held.set(key, { end, isAsked: false });
        }
        if (signal?.aborted) break;
        isOurs = missing.size === 0;
        if (isOurs || Date.now() > late) break;
        await wait(ASK_EVERY_MS);
      }
    } finally {
      if (!isOurs) await this.giveBack(keys.filter((key) => !missing.has(key)));
    }
    if (isOurs)
      this.#timer ??= setInterval(() => void this.#extend().catch(this.#onError), EXTEND_EVERY_MS).unref();
    return isOurs;
  }

  async giveBack(keys: readonly string[]): Promise<void> {
    const held = keys.filter((key) => this.#held.delete(key));
    if (this.#held.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    // Where this fails, the lease ends by itself.
    if (held.length > 0) await this.#leases.release(held, this.#holder).catch(this.#onError);
  }

  async #extend(): Promise<void> {
    const keys = [...this.#held.keys()];
    if (keys.length === 0) return;
    const ours = await this.#leases.extend(keys, this.#holder);
    for (const key of keys) {
      const held = this.#held.get(key);
      // Lost to another process while this one was stopped: then it has ended too.
      const isWanted = ours.get(key)?.wanted ?? true;
      if (!held || held.isAsked || !isWanted) continue;
      held.isAsked = true;
      held.end();
    }
  }
}
