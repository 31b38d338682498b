import { flushSync } from 'react-dom';

/** A point in the window, as pointer events have it. */
export interface Point {
  readonly clientX: number;
  readonly clientY: number;
}

/** Changes the size of what a pane shows, and keeps a point of it where it is: the one in the pane's middle by default. */
export function keepMiddle(pane: HTMLElement | null, change: () => void, at?: Point): void {
  const box = pane?.getBoundingClientRect();
  const [left, top] = [
    box && at ? at.clientX - box.left : (pane?.clientWidth ?? 0) / 2,
    box && at ? at.clientY - box.top : (pane?.clientHeight ?? 0) / 2,
  ];
  const kept = pane && {
    x: (pane.scrollLeft + left) / pane.scrollWidth,
    y: (pane.scrollTop + top) / pane.scrollHeight,
  };
  // After a wheel React would render later than the next frame.
  flushSync(change);
  requestAnimationFrame(() => {
    if (!pane || !kept) return;
    pane.scrollLeft = kept.x * pane.scrollWidth - left;
    pane.scrollTop = kept.y * pane.scrollHeight - top;
  });
}
