import { useLayoutEffect, useRef, useState } from 'react';

/** CSS pixels, as `cards` in `record-grid.module.css` has them. */
export const CARD = { width: 190, height: 246, placeHeight: 22, gap: 14 } as const;
/** The least that a phone shows side by side. */
const LEAST = 2;

/** How many cards stand side by side in the element of `frame`; 0 before it is measured, which nobody sees. */
export function useCardColumns() {
  const frame = useRef<HTMLDivElement>(null);
  const [columns, setColumns] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const look = (): void => {
      const fitting = Math.floor((element.clientWidth + CARD.gap) / (CARD.width + CARD.gap));
      setColumns(Math.max(LEAST, fitting));
    };
    look();
    const watch = new ResizeObserver(look);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return { frame, columns };
}
