import { ApiError } from '../../../api/errors.ts';
import { useRealtime } from '../../../api/realtime.ts';
import { waitAfter } from './upload.ts';

/** What another try may put right: no answer, the server's own trouble, an upload still locked by the last try. */
export function isTemporary(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status, code } = error;
  // Where there is no room somebody has to make some, and is told so.
  if (code === 'version_conflict' || status === 507) return false;
  return status === 0 || status >= 500 || [401, 408, 409, 423, 429].includes(status);
}

/** Resolves after so many milliseconds, or as soon as the connection is back. While there is none, it does not count. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const over = new AbortController();
    const finish = (end: () => void) => () => {
      clearTimeout(timer);
      unwatch();
      over.abort();
      end();
    };
    const go = finish(resolve);
    const timer = setTimeout(() => navigator.onLine && go(), ms);
    const unwatch = useRealtime.subscribe((now, before) => now.connected && !before.connected && go());
    addEventListener('online', go, { signal: over.signal });
    signal.addEventListener(
      'abort',
      finish(() => reject(signal.reason)),
      { signal: over.signal },
    );
  });
}

export interface RetryOptions {
  signal: AbortSignal;
  /** Told before each wait, and `false` when it goes on. */
  onWaiting: (waiting: boolean) => void;
}

/**
 * Tries again with growing waits what only failed for the moment.
 *
 * @param work is told what the last try failed with, and calls `moved` when it gets on: the waits then start over
 * @throws what the last try threw, once the tries are spent or where another would change nothing
 */
export async function retryWhileTemporary<T>(
  { signal, onWaiting }: RetryOptions,
  work: (last: unknown, moved: () => void) => Promise<T>,
): Promise<T> {
  let failures = 0;
  let last: unknown;
  for (;;) {
    try {
      return await work(last, () => {
        failures = 0;
      });
    } catch (error) {
      signal.throwIfAborted();
      failures += 1;
      const wait = waitAfter(failures);
      if (!isTemporary(error) || wait === undefined) throw error;
      last = error;
      onWaiting(true);
      const asked = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0;
      await pause(Math.max(wait, asked), signal);
      onWaiting(false);
    }
  }
}
