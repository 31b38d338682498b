import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import type { Point } from './keep-middle.ts';

/** How far a wheel or two fingers go for one step of zoom, in pixels as browsers count them: less than a wheel's notch. */
const STEP_PX = 40;

interface Input {
  /** Zooms one step in or out. @param at what stays where it is; the pane's middle where nothing is given */
  readonly step: (by: 1 | -1, at?: Point) => void;
  /** Fits what is shown to the pane. */
  readonly fit: () => void;
}

/**
 * Zooms a pane by its keys (+, −, 0), and by the wheel with Ctrl held, which is also what two fingers on a touch pad send.
 * @returns what handles a key; it answers whether it was one of these
 */
export function useZoomInput(pane: RefObject<HTMLElement | null>, input: Input) {
  const current = useRef(input);
  current.current = input;
  useEffect(() => {
    const element = pane.current;
    let gone = 0;
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey) return;
      // The browser would zoom the whole page.
      event.preventDefault();
      gone += event.deltaY;
      if (Math.abs(gone) < STEP_PX) return;
      current.current.step(gone < 0 ? 1 : -1, event);
      gone = 0;
    };
    // React's own listener cannot keep the browser from zooming.
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [pane]);
  return ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => {
    if (ctrlKey || metaKey || altKey) return false;
    if (key === '+') input.step(1);
    else if (key === '-') input.step(-1);
    else if (key === '0') input.fit();
    else return false;
    return true;
  };
}
