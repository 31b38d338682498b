import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { afterSheets } from '../../hooks/sheet-history.ts';
import { askToLeave, useUnsavedForms } from '../../hooks/use-unsaved.ts';

/** Asks once before a page is left with changes, whichever of its forms have them. */
export function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      useUnsavedForms.getState().discards.length > 0 && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    askToLeave({
      onConfirm: () => {
        for (const discard of useUnsavedForms.getState().discards) discard();
        afterSheets(() => blocker.proceed());
      },
      onCancel: () => blocker.reset(),
    });
  }, [blocker]);
  return null;
}
