/** A look costs nothing: the system knows. */
const LOOK_MS = 2_000;

/**
 * Notices when the computer has a network again. Electron tells this only to pages, and a hidden one may sleep.
 *
 * @param isOnline what the system says now
 * @param onBack called when there is a network after there was none
 */
export function watchOnline(isOnline: () => boolean, onBack: () => void): void {
  let was = isOnline();
  setInterval(() => {
    const is = isOnline();
    if (is && !was) onBack();
    was = is;
  }, LOOK_MS).unref();
}
