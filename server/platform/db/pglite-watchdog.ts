import type { Pool } from 'pg';
import type { PgliteHost } from './pglite-host.ts';

export interface WatchdogTimes {
  /** Milliseconds between two checks. */
  readonly everyMs: number;
  /** An idle database must answer `select 1` within this time. */
  readonly probeMs: number;
  /** A busy one must give some answer within this time. It replaces `statement_timeout`, which PGlite ignores. */
  readonly stallMs: number;
}

export const defaultWatchdog: WatchdogTimes = { everyMs: 5_000, probeMs: 5_000, stallMs: 120_000 };

/** Restarts the embedded database when it no longer answers. @returns a function that ends the watch */
export function watchPglite(pool: Pool, host: PgliteHost, times: WatchdogTimes): () => void {
  let probing = false;

  const isBusy = () => pool.totalCount > pool.idleCount || pool.waitingCount > 0;

  async function look(): Promise<void> {
    await host.start(); // a new thread takes seconds, and counts as an answer when it is there
    if (isBusy()) {
      // Every probe renews the last answer, so silence is never counted from before the current work by more than one
      // check.
      const silentForMs = performance.now() - host.lastAnswer;
      if (silentForMs > times.stallMs) await host.restart(`no answer for ${Math.round(silentForMs)} ms`);
      return;
    }
    let late: NodeJS.Timeout | undefined;
    const timeout = new Promise<'late'>((resolve) => {
      late = setTimeout(() => resolve('late'), times.probeMs);
    });
    // A probe that fails at once has lost its connection, and whoever broke that has restarted the thread.
    const outcome = await Promise.race([pool.query('select 1').catch(() => 'failed' as const), timeout]);
    clearTimeout(late);
    if (outcome === 'late') await host.restart(`no answer to a probe within ${times.probeMs} ms`);
  }

  const timer = setInterval(() => {
    if (probing) return;
    probing = true;
    look()
      // A thread that cannot start is reported by the queries that need it; the next check tries again.
      .catch(() => undefined)
      .finally(() => {
        probing = false;
      });
  }, times.everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
