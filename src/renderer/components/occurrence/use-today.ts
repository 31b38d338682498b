import { type RefObject, useEffect, useRef } from 'react';

/**
 * Scrolls to today: its cell, or where a view has no cell for each day, the first entry from today on
 * (`data-upcoming`). In a long month it may be out of sight, and in another one it is drawn only after this call.
 */
export function useToday(): { days: RefObject<HTMLDivElement | null>; seekToday: () => void } {
  const days = useRef<HTMLDivElement>(null);
  const seeks = useRef(false);
  const seek = (): void => {
    const found = seeks.current && days.current?.querySelector('[aria-current="date"], [data-upcoming]');
    if (!found) return;
    seeks.current = false;
    found.scrollIntoView({ block: 'nearest' });
  };
  useEffect(seek);
  return {
    days,
    seekToday: () => {
      seeks.current = true;
      seek();
    },
  };
}
