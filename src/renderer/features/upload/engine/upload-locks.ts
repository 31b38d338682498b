/** The session of the person whose uploads run, and a lock for each upload, so that only one tab runs it. */

export const STOPPED = new DOMException('the upload was stopped here', 'AbortError');

let session = new AbortController();
/** Functions that release the locks held by this tab. */
const releases = new Map<string, () => void>();

export function beginSession(): void {
  session = new AbortController();
}

/** Ends the session and releases all locks. */
export function endSession(): void {
  session.abort(STOPPED);
  releases.clear();
}

/** Aborted when the session ends. */
export const sessionSignal = (): AbortSignal => session.signal;

export const hasLock = (id: string): boolean => releases.has(id);

/** Releases a lock, which another tab may wait for. */
export function releaseLock(id: string): void {
  releases.get(id)?.();
  releases.delete(id);
}

/**
 * Acquires the lock of an upload for this tab, until `releaseLock` or the end of the session or the page. Other tabs
 * wait.
 *
 * @param then called with the lock held; returning `false` releases it at once
 */
export function acquireLock(id: string, then: () => Promise<boolean>): void {
  const { signal } = session;
  const held = async (): Promise<void> => {
    const released = new Promise<void>((resolve) => {
      releases.set(id, resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    if (await then()) await released;
    else releaseLock(id);
  };
  // Without the Locks API (no secure context) two tabs may run the same upload: the server lets only one of them write
  // at a time.
  const taken =
    'locks' in navigator ? navigator.locks.request(`legajo.upload.${id}`, { signal }, held) : held();
  void Promise.resolve(taken).catch(() => undefined);
}
