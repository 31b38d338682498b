import { type RefObject, useEffect, useRef } from 'react';

/**
 * The form of a review had the focus and is gone: the button that opens it has the focus again, else the panel that is
 * shown instead.
 * @param side what has the panels
 */
export function useFocusAfterReview(reviewing: boolean, side: RefObject<HTMLElement | null>): void {
  const reviewed = useRef(reviewing);
  useEffect(() => {
    if (reviewed.current && !reviewing && document.activeElement === document.body) {
      const opener = document.querySelector<HTMLElement>('[data-opens-review]');
      const tab = side.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');
      (opener ?? tab)?.focus();
    }
    reviewed.current = reviewing;
  }, [reviewing, side]);
}
