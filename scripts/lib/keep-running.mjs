/** How a server ends that its own watchdog found hanging (server/platform/watchdog.ts). */
const HUNG_EXIT_CODE = 70;
/** Between two starts: a server that hangs at once must not take the whole machine. */
const PAUSE_MS = 1000;

/**
 * Starts a program, and starts it again each time that it ended because it hung.
 *
 * @param start starts it once; gives a promise of `{ code }`
 * @param onHung is called before it is started again
 * @returns the exit code of its last end
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
