import { type RefObject, useEffect, useState } from 'react';

/** How wide what a pane shows can be without scrolling sideways, in CSS pixels; undefined until that is known. */
export function useRoom(pane: RefObject<HTMLElement | null>): number | undefined {
  const [width, setWidth] = useState<number>();
  useEffect(() => {
    if (!pane.current) return;
    const watch = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    watch.observe(pane.current);
    return () => watch.disconnect();
  }, [pane]);
  return width;
}
