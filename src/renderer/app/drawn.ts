import { useLayoutEffect } from 'react';

/**
 * Removes the frame that index.html shows from the first moment. Called by whatever is drawn first: the shell, a screen
 * outside of it, or an error.
 *
 * @param drawn false while the caller itself only waits
 */
export function useDrawn(drawn = true): void {
  useLayoutEffect(() => {
    if (drawn) document.getElementById('start')?.remove();
  }, [drawn]);
}
