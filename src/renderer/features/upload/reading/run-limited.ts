/** How one file is read in a worker of its own. */
export interface FileReading<T> {
  create(): Worker;
  read(worker: Worker): Promise<T>;
}

/**
 * Reads in a new worker, which is terminated after that, on abort, and when the time is over: then with it ends whatever
 * it was doing.
 * @throws what reading throws; an Error where the worker fails or the time is over; the signal's reason if it is aborted
 */
export async function runLimited<T>(
  { create, read }: FileReading<T>,
  timeMs: number,
  signal: AbortSignal,
): Promise<T> {
  signal.throwIfAborted();
  const worker = create();
  let late: ReturnType<typeof setTimeout> | undefined;
  let abort: (() => void) | undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      late = setTimeout(() => reject(new Error(`Reading took longer than ${timeMs} ms`)), timeMs);
      abort = () => reject(signal.reason);
      signal.addEventListener('abort', abort);
      // Also called when the worker's script cannot be loaded, or when it runs out of memory.
      worker.addEventListener('error', () => reject(new Error('The worker failed')));
      read(worker).then(resolve, reject);
    });
  } finally {
    clearTimeout(late);
    if (abort) signal.removeEventListener('abort', abort);
    worker.terminate();
  }
}
