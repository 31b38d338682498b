import { useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type RefObject, useLayoutEffect, useRef, useState } from 'react';

/**
 * The rows near the view of a list that the window scrolls: put `body` on the element in which they are placed. What
 * stands above the rows may grow or go, and they are measured from where they begin then.
 */
export function useWindowRows<Body extends HTMLElement = HTMLDivElement>(options: {
  count: number;
  estimateSize: (at: number) => number;
  overscan?: number;
}): { body: RefObject<Body | null>; virtual: Virtualizer<Window, Element> } {
  const body = useRef<Body>(null);
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const look = (): void => {
      const top = body.current ? Math.round(body.current.getBoundingClientRect().top + window.scrollY) : 0;
      setOffset(top);
    };
    look();
    const watch = new ResizeObserver(look);
    watch.observe(document.body);
    return () => watch.disconnect();
  }, []);
  return { body, virtual: useWindowVirtualizer({ overscan: 6, ...options, scrollMargin: offset }) };
}

/** Where a row stands among those that exist; pixels. */
export const placed = (top: number, height: number): CSSProperties => ({
  position: 'absolute',
  insetInline: 0,
  top: 0,
  height,
  transform: `translateY(${top}px)`,
});
