import { url } from 'node:inspector';
import { Worker } from 'node:worker_threads';

/** The exit code of a process that the watchdog ended (EX_SOFTWARE). `npm start` starts the server again after it. */
export const HUNG_EXIT_CODE = 70;
export const TICK_MS = 1000;

export interface Watched {
  /** Grows by one each time that the event loop turns. */
  readonly turns: Int32Array;
  /** This many ticks of the worker without a turn count as a hang. */
  readonly patienceTicks: number;
}

/**
 * Ends this process when its event loop hangs. A worker checks each second and counts only its own ticks, so a machine
 * that slept or a process that was stopped is no hang. It logs where the loop hangs before it ends the process. It does
 * nothing while a debugger is attached, whose breakpoints stop the loop on purpose.
 * @param patienceSeconds 0 for never
 */
export function startWatchdog(patienceSeconds: number): void {
  if (patienceSeconds === 0 || url()) return;
  const turns = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  setInterval(() => Atomics.add(turns, 0, 1), TICK_MS).unref();
  const workerData: Watched = { turns, patienceTicks: (patienceSeconds * 1000) / TICK_MS };
  new Worker(new URL('./watchdog.worker.ts', import.meta.url), { workerData }).unref();
}
