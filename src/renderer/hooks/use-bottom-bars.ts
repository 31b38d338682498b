import { useEffect, useState } from 'react';

/** What stands at the lower edge of the window, or close to it, and has controls of its own. */
const BARS = '[data-bottom-bar]';
/** CSS pixels of the window's lower edge that a message takes: a bar that ends higher up is not under it. */
const EDGE = 96;
/** CSS pixels of the window's right edge that a message takes on a wide window. */
const SIDE = 456;

/** How many CSS pixels of the window's lower edge bars take. */
function heightOfBars(): number {
  const tops = [...document.querySelectorAll(BARS)]
    .map((bar) => bar.getBoundingClientRect())
    .filter(({ height, right }) => height > 0 && right > innerWidth - SIDE)
    .filter(({ bottom }) => bottom > innerHeight - EDGE && bottom <= innerHeight + EDGE)
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
