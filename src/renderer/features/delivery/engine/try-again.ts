import { ApiError } from '../../../api/errors.ts';

/** Pauses between tries, in milliseconds. After the last one the file fails, and its person may try again. */
const WAITS = [1000, 2000, 4000, 8000, 15_000, 30_000, 60_000, 60_000] as const;

/** Whether another try may go well: after no answer, a fault of the server, or while another call still has the upload. */
export function isTemporary(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status } = error;
  return status === 0 || (status >= 500 && status !== 507) || [408, 409, 423, 429].includes(status);
}

/** Resolves after `ms` milliseconds, or when the connection is back. While offline it does not resolve. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const over = new AbortController();
    const finish = (end: () => void) => (): void => {
      clearTimeout(timer);
      over.abort();
      end();
    };
    const timer = setTimeout(() => navigator.onLine && finish(resolve)(), ms);
    addEventListener('online', finish(resolve), { signal: over.signal });
    signal.addEventListener(
      'abort',
      finish(() => reject(signal.reason)),
      { signal: over.signal },
    );
  });
}

/**
 * Does something until it goes well or another try makes no sense, with growing pauses.
 * @param work calls `moved` when bytes go on, which makes the pauses short again
 * @throws the last error
 */
export async function tryAgain<T>(
  { signal, onWaiting }: { readonly signal: AbortSignal; readonly onWaiting: () => void },
  work: (moved: () => void) => Promise<T>,
): Promise<T> {
  let failures = 0;
  for (;;) {
    try {
      return await work(() => {
        failures = 0;
      });
    } catch (error) {
      signal.throwIfAborted();
      const wait = WAITS[failures];
      failures += 1;
      if (!isTemporary(error) || wait === undefined) throw error;
      onWaiting();
      const asked = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0;
      await pause(Math.max(wait, asked), signal);
    }
  }
}
