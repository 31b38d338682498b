import { create } from 'zustand';

/**
 * A file that the desktop app itself drags out of its window. The system brings it back as any other file where it is
 * dropped in the window: it is nothing to upload. `carried` is what may be moved within the app meanwhile.
 */
export const useOwnDrag = create<{ out: boolean; carried: unknown }>(() => ({
  out: false,
  carried: undefined,
}));

let listening = new AbortController();

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
