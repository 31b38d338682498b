/** Exit code of a server that its watchdog found hanging (server/platform/watchdog.ts). */
const HUNG_EXIT_CODE = 70;
/** Pause between two starts: a server that hangs at once must not use the whole machine. */
const PAUSE_MS = 1000;

/**
 * Starts a program, and restarts it each time it exits because it hung.
 *
 * @param start starts it once; returns a promise of `{ code }`
 * @param onHung called before each restart
 * @returns its last exit code
 */
export async function keepRunning(start, { onHung, isStopping, pauseMs = PAUSE_MS }) {
  for (;;) {
    const { code } = await start();
    if (code !== HUNG_EXIT_CODE || isStopping()) return code;
    onHung();
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (isStopping()) return code;
  }
}
