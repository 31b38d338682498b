import { useOwnDrag } from '../../../hooks/own-drops.ts';

let listening = new AbortController();

/** The drag has ended, or did not begin. */
export function endOwnDrag(): void {
  listening.abort();
  useOwnDrag.setState({ out: false, carried: undefined });
}

/**
 * A drag of the system's begins. It ends with the next event of the pointer that has no button pressed: while something is
 * dragged there is none, and no system tells the page when it was dropped elsewhere.
 */
export function beginOwnDrag(carried: unknown): void {
  listening.abort();
  listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  useOwnDrag.setState({ out: true, carried });
  const look = ({ type, buttons }: PointerEvent): void => {
    if (type !== 'pointermove' || buttons === 0) endOwnDrag();
  };
  for (const type of ['pointermove', 'pointerdown', 'pointerup'] as const)
    addEventListener(type, look, options);
}
