import { useEffect, useRef } from 'react';
import { openSheet } from './sheet-history.ts';
import { useNarrow } from './use-narrow.ts';

/**
 * On narrow screens, going back (the browser's button, Android's gesture) closes this sheet and stays on the page. On
 * wide ones a dialog is no place of its own, and going back leaves the page. `components/modal.tsx` has it for all.
 * @param onClose what the sheet's own button does; it may ask first, and the sheet then stays
 */
export function useBackCloses(opened: boolean, onClose: () => void): void {
  const on = useNarrow() && opened;
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => (on ? openSheet(() => latest.current()) : undefined), [on]);
}
