import { useEffect, useState } from 'react';

/** What stands at the lower edge of the window, or close to it, and has controls of its own. */
const BARS = '[data-bottom-bar]';
/** CSS pixels: a bar that ends higher up stands in the page, and is not above the edge. */
const EDGE = 24;

/** How many CSS pixels of the window's lower edge bars take. */
function heightOfBars(): number {
  const tops = [...document.querySelectorAll(BARS)]
    .map((bar) => bar.getBoundingClientRect())
    .filter(({ bottom, height }) => height > 0 && bottom > innerHeight - EDGE && bottom <= innerHeight + EDGE)
    .map(({ top }) => innerHeight - top);
  return Math.max(0, ...tops);
}

/**
 * The CSS pixels that bars take at the window's lower edge (`data-bottom-bar`), while `on`. Measured when something
 * appears or is scrolled: a bar comes and goes with what is selected or written.
 */
export function useBottomBars(on: boolean): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    if (!on) return undefined;
    let frame = 0;
    const measure = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setHeight(heightOfBars()));
    };
    const watch = new MutationObserver(measure);
    watch.observe(document.body, { childList: true, subtree: true });
    addEventListener('resize', measure);
    addEventListener('scroll', measure, { passive: true });
    measure();
    return () => {
      cancelAnimationFrame(frame);
      watch.disconnect();
      removeEventListener('resize', measure);
      removeEventListener('scroll', measure);
    };
  }, [on]);
  return height;
}
