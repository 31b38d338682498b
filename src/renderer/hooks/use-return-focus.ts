import { useLayoutEffect, useMemo } from 'react';
import { focusAfter } from './focus-after.ts';

/** Longer than Mantine waits before it returns the focus itself, which it can only where a dialog stays mounted. */
const AFTER_MS = 20;

const isNowhere = (element: Element | null): boolean => element === null || element === document.body;
const dialogs = (): Element[] => [...document.querySelectorAll('[role="dialog"]')];

/**
 * Gives the focus back to what opened a dialog, once that is closed or removed. Where something else took the focus, as
 * the next row of a list after a deletion, it keeps it.
 */
export function useReturnFocus(opened: boolean): void {
  // While it is rendered: once effects run, a field of the dialog may have the focus, and the dialog is there.
  const before = useMemo(
    () => (opened ? { opener: document.activeElement, dialogs: new Set(dialogs()) } : null),
    [opened],
  );
  useLayoutEffect(() => {
    if (!before) return;
    return () => {
      const { opener } = before;
      const own = dialogs().find((each) => !before.dialogs.has(each));
      const back = (): HTMLElement | null =>
        opener instanceof HTMLElement && opener.isConnected ? opener : null;
      setTimeout(() => {
        const { activeElement } = document;
        if (isNowhere(activeElement) || own?.contains(activeElement)) back()?.focus({ preventScroll: true });
      }, AFTER_MS);
      // Closed before it had the focus, it takes it all the same on a busy computer, and then goes with it.
      if (own) focusAfter(own, back);
    };
  }, [before]);
}
