/** Milliseconds between two attempts. */
const PAUSE_MS = 5_000;

/**
 * Loads code that the page does without for a while. Where that fails (no connection, a server that starts again), it is
 * tried again until it is there: a part that does not come must not take the page down with it.
 */
export async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((next) => setTimeout(next, PAUSE_MS));
    }
  }
}
