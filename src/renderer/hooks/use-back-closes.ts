import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { notePlace, openSheet } from './sheet-history.ts';
import { useNarrow } from './use-narrow.ts';

/**
 * On narrow screens, going back (the browser's button, Android's gesture) closes this sheet and stays on the page. On
 * wide ones a dialog is no place of its own, and going back leaves the page.
 * @param onClose what the sheet's own button does; it may ask first, and the sheet then stays
 */
export function useBackCloses(opened: boolean, onClose: () => void): void {
  const on = useNarrow() && opened;
  const latest = useRef(onClose);
  latest.current = onClose;
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the router has come to another location
  useEffect(notePlace, [key]);
  useEffect(() => (on ? openSheet(() => latest.current()) : undefined), [on]);
}
