import { ERRORS, type Lock, type Locker, MemoryLocker } from '@tus/server';
import { HeldLeases, type Leases } from '../leases/held-leases.ts';

/** Longer than a lease, so that what a dead process held can be taken. */
const WAIT_MS = 30_000;

type Release = () => void;

/**
 * While somebody holds an upload's lock, nobody else changes that upload, in any process. Within a process the
 * library's own locks decide who is next; between processes it is a lease in the database.
 */
export class UploadLocks implements Locker {
  readonly #inProcess = new MemoryLocker({ acquireLockTimeout: WAIT_MS });
  readonly #leases: HeldLeases | null;

  /** @param leases null where there is only this process */
  constructor(leases: Leases | null, onError: (error: unknown) => void) {
    this.#leases = leases && new HeldLeases(leases, onError);
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
        await this.#leases?.giveBack([key]);
        await own.unlock();
      },
    };
  }

  /** Runs `work` while nobody else changes these uploads. @throws ERR_LOCK_TIMEOUT */
  async hold<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const own: Lock[] = [];
    // In one order, so that callers cannot deadlock.
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
        await this.#leases?.giveBack(ordered);
      }
    } finally {
      for (const lock of own) await lock.unlock();
    }
  }

  async #take(keys: readonly string[], end: Release, signal?: AbortSignal): Promise<void> {
    if (!this.#leases || keys.length === 0) return;
    if (!(await this.#leases.take(keys, { end, signal, waitMs: WAIT_MS }))) throw ERRORS.ERR_LOCK_TIMEOUT;
  }
}
