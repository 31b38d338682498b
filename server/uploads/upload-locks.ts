import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ERRORS, type Lock, type Locker, MemoryLocker } from '@tus/server';

/** A lease that its process does not extend ends after this long; it is extended every second. */
export const LEASE_SECONDS = 15;
const EXTEND_EVERY_MS = 1000;
const ASK_EVERY_MS = 150;
/** Longer than a lease: what a process held that died can be had again. */
const WAIT_MS = 30_000;

/** Which process writes to which upload. A lease that is not extended ends by itself. */
export interface UploadLeases {
  /** Those of these keys that this holder has now; what another one has is marked as wanted. */
  take(keys: readonly string[], holder: string): Promise<ReadonlySet<string>>;
  /** Extends leases. @returns those that are still this holder's, with whether another process waits for them */
  extend(keys: readonly string[], holder: string): Promise<ReadonlyMap<string, { readonly wanted: boolean }>>;
  release(keys: readonly string[], holder: string): Promise<void>;
}

type Release = () => void;

interface Held {
  /** Asks its holder to come to an end. */
  readonly end: Release;
  isAsked: boolean;
}

/**
 * While somebody holds an upload's lock, nobody else does anything to that upload, in no process. Within a process the
 * library's own locks say who is next; between processes it is a lease in the database.
 */
export class UploadLocks implements Locker {
  readonly #inProcess = new MemoryLocker({ acquireLockTimeout: WAIT_MS });
  readonly #leases: UploadLeases | null;
  readonly #holder = randomUUID();
  readonly #held = new Map<string, Held>();
  readonly #onError: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;

  /** @param leases null where there is only this process */
  constructor(leases: UploadLeases | null, onError: (error: unknown) => void) {
    this.#leases = leases;
    this.#onError = onError;
  }

  newLock(key: string): Lock {
    const own = this.#inProcess.newLock(key);
    return {
      lock: async (signal, release) => {
        await own.lock(signal, release);
        try {
          await this.#take([key], () => void release(), signal);
        } catch (error) {
          await own.unlock();
          throw error;
        }
      },
      unlock: async () => {
        await this.#giveBack([key]);
        await own.unlock();
      },
    };
  }

  /** Runs `work` while nobody else does anything to these uploads. @throws ERR_LOCK_TIMEOUT */
  async hold<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const own: Lock[] = [];
    // In one order, whoever asks.
    const ordered = [...new Set(keys)].sort();
    try {
      for (const key of ordered) {
        const lock = this.#inProcess.newLock(key);
        await lock.lock(new AbortController().signal, () => undefined);
        own.push(lock);
      }
      await this.#take(ordered, () => undefined);
      try {
        return await work();
      } finally {
        await this.#giveBack(ordered);
      }
    } finally {
      for (const lock of own) await lock.unlock();
    }
  }

  async #take(keys: readonly string[], end: Release, signal?: AbortSignal): Promise<void> {
    if (!this.#leases || keys.length === 0) return;
    const missing = new Set(keys);
    const late = Date.now() + WAIT_MS;
    try {
      for (;;) {
        for (const key of await this.#leases.take([...missing], this.#holder)) {
          missing.delete(key);
          this.#held.set(key, { end, isAsked: false });
        }
        if (missing.size === 0) break;
        if (signal?.aborted || Date.now() > late) throw ERRORS.ERR_LOCK_TIMEOUT;
        await wait(ASK_EVERY_MS);
      }
    } catch (error) {
      await this.#giveBack(keys.filter((key) => !missing.has(key)));
      throw error;
    }
    this.#timer ??= setInterval(() => void this.#extend().catch(this.#onError), EXTEND_EVERY_MS).unref();
  }

  async #giveBack(keys: readonly string[]): Promise<void> {
    const held = keys.filter((key) => this.#held.delete(key));
    if (this.#held.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    // What the database does not hear of ends by itself.
    if (held.length > 0) await this.#leases?.release(held, this.#holder).catch(this.#onError);
  }

  async #extend(): Promise<void> {
    const keys = [...this.#held.keys()];
    if (!this.#leases || keys.length === 0) return;
    const ours = await this.#leases.extend(keys, this.#holder);
    for (const key of keys) {
      const held = this.#held.get(key);
      // Lost to another process while this one stood still, it is over too.
      const isWanted = ours.get(key)?.wanted ?? true;
      if (!held || held.isAsked || !isWanted) continue;
      held.isAsked = true;
      held.end();
    }
  }
}
