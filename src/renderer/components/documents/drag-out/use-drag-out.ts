import { type PointerEvent, useRef } from 'react';
import type { DragSource } from './dragged-file.ts';

/** What makes files ready and drags them: loaded when somebody first points at one. */
let part: typeof import('./drag-handle.ts') | undefined;
const load = async () => {
  part ??= await import('./drag-handle.ts');
  return part;
};

/**
 * Lets a person drag a document's file out of the window: to the desktop, a folder, a mail (decision 0097). It is the
 * same as downloading it, which is how it is done without a pointer.
 *
 * @returns properties of the element to drag the file by, and what a browser's drag carries for places outside
 */
export function useDragOut(source: DragSource) {
  const current = useRef(source);
  current.current = source;
  return {
    handle: {
      onPointerEnter: ({ currentTarget }: PointerEvent<HTMLElement>) =>
        // Where the part cannot be loaded there is no connection, which the shell says.
        void load().then(
          ({ makeHandle }) => makeHandle(currentTarget, current),
          () => undefined,
        ),
    },
    outside: () => part?.dataForOutside(current.current) ?? {},
  };
}
