import {
  defaultRangeExtractor,
  type Range,
  useWindowVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { type CSSProperties, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Height in pixels of what floats over the ends of the page: the top bar, and the bar of what is selected. */
const COVERED = { top: 60, bottom: 76 };

/**
 * The visible rows of a list that scrolls with the window. Put `body` on the element that holds them. What lies above
 * the rows may change its height; they are measured from their present beginning.
 */
export function useWindowRows<Body extends HTMLElement = HTMLDivElement>(options: {
  count: number;
  estimateSize: (at: number) => number;
  overscan?: number;
  /** A row that is drawn wherever the view is: the one with the focus, which would be lost with it. */
  pinned?: number;
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
  const { pinned = -1, ...rest } = options;
  const rangeExtractor = useCallback(
    (range: Range): number[] => {
      const rows = defaultRangeExtractor(range);
      if (pinned < 0 || pinned >= range.count || rows.includes(pinned)) return rows;
      return [...rows, pinned].sort((one, other) => one - other);
    },
    [pinned],
  );
  const virtual = useWindowVirtualizer({
    overscan: 6,
    ...rest,
    rangeExtractor,
    scrollMargin: offset,
    scrollPaddingStart: COVERED.top,
    scrollPaddingEnd: COVERED.bottom,
  });
  return { body, virtual };
}

/** Where a row is placed among the rendered ones, in pixels. */
export const placed = (top: number, height: number): CSSProperties => ({
  position: 'absolute',
  insetInline: 0,
  top: 0,
  height,
  transform: `translateY(${top}px)`,
});
