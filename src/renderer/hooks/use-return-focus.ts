import { useLayoutEffect, useMemo } from 'react';

/** Longer than Mantine waits before it returns the focus itself, which it can only where a dialog stays mounted. */
const AFTER_MS = 20;

const isNowhere = (element: Element | null): boolean => element === null || element === document.body;

/**
 * Gives the focus back to what opened a dialog, once that is closed or removed. Where something else took the focus, as
 * the next row of a list after a deletion, it keeps it.
 */
export function useReturnFocus(opened: boolean): void {
  // While it is rendered: once effects run, a field of the dialog may have the focus.
  const opener = useMemo(() => (opened ? document.activeElement : null), [opened]);
  useLayoutEffect(() => {
    if (!opened) return;
    return () => {
      const atEnd = document.activeElement;
      const within = atEnd?.closest('[role="dialog"]') !== null;
      setTimeout(() => {
        const { activeElement } = document;
        const lost = isNowhere(activeElement) || (within && activeElement === atEnd);
        if (lost && opener instanceof HTMLElement && opener.isConnected)
          opener.focus({ preventScroll: true });
      }, AFTER_MS);
    };
  }, [opened, opener]);
}
