/** Whose turn it is: the session of the person whose uploads these are, and the one tab that is at each of them. */

export const STOPPED = new DOMException('the upload was stopped here', 'AbortError');

let session = new AbortController();
/** Lets go of the lock by which this tab, and no other one, is at an upload. */
const releases = new Map<string, () => void>();

export function beginSession(): void {
  session = new AbortController();
}

/** Ends the session: every turn of it is over. */
export function endSession(): void {
  session.abort(STOPPED);
  releases.clear();
}

/** Aborted when the session ends. */
export const sessionSignal = (): AbortSignal => session.signal;

export const hasLock = (id: string): boolean => releases.has(id);

/** Takes a turn back, for another tab that may wait for it. */
export function releaseLock(id: string): void {
  releases.get(id)?.();
  releases.delete(id);
}

/**
 * Holds an upload for this tab until `release`, or the end of the session or the page; others wait for their turn.
 *
 * @param then what is done with the turn; it is over at once where that answers `false`
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
  // Without locks (no secure context) two tabs may be at the same upload: the server lets one of them write at a time.
  const taken =
    'locks' in navigator ? navigator.locks.request(`legajo.upload.${id}`, { signal }, held) : held();
  void Promise.resolve(taken).catch(() => undefined);
}
