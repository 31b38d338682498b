import { ApiError } from '../../../api/errors.ts';
import { useRealtime } from '../../../api/realtime.ts';
import { waitAfter } from './upload.ts';

/** Whether a retry may succeed: after no answer, a server error, or while the last attempt still locks the upload. */
export function isTemporary(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status, code } = error;
  // With a full disk (507) a retry does not help: a person must free space.
  if (code === 'version_conflict' || status === 507) return false;
  return status === 0 || status >= 500 || [401, 408, 409, 423, 429].includes(status);
}

/** Resolves after `ms` milliseconds, or as soon as the connection is back. While offline, it does not resolve. */
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
  /** Called with `true` before each wait, and with `false` after it. */
  onWaiting: (waiting: boolean) => void;
}

/**
 * Retries temporary failures, with growing pauses.
 *
 * @param work receives the last attempt's error, and calls `moved` when it makes progress, which resets the pauses
 * @throws the last error, when the retries are exhausted or a retry would not help
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
