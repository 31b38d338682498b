import { dropTargetForExternal } from '@atlaskit/pragmatic-drag-and-drop/adapter/drop-target-for-external';
import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/utils/combine';
import { containsFiles } from '@atlaskit/pragmatic-drag-and-drop/utils/contains-files';
import { getFiles } from '@atlaskit/pragmatic-drag-and-drop/utils/get-files';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useOwnDrag } from '../../../hooks/own-drops.ts';
import { isCovered } from '../../../hooks/use-shortcuts.ts';
import type { Carried } from './carried.ts';
import { carriedIn } from './use-drag.ts';

/** Milliseconds of hovering after which a folder opens: long enough to pass over it. */
const OPEN_AFTER_MS = 600;

interface Target {
  /** Whether these items may be dropped here. A target that refuses them is not highlighted. */
  readonly accepts: (carried: Carried) => boolean;
  readonly onPut: (carried: Carried) => void;
  /** Called with files from the desktop; undefined where nothing can be uploaded. */
  readonly onFiles: ((files: File[]) => void) | undefined;
  /** Called when something hovers over the folder. */
  readonly onRest?: () => void;
}

/** Whether the files over a target may be dropped there: files of others to upload them, one of its own to move it. */
function takes({ accepts, onFiles }: Target): boolean {
  const { out, carried } = useOwnDrag.getState();
  return out ? carried !== undefined && accepts(carried as Carried) : onFiles !== undefined;
}

/** Makes an element a drop target. @returns whether something that it accepts is over it now */
export function useDropTarget(element: RefObject<HTMLElement | null>, target: Target): boolean {
  const [over, setOver] = useState(false);
  const current = useRef(target);
  current.current = target;
  useEffect(() => {
    const node = element.current;
    if (!node) return undefined;
    let rest: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const enter = (): void => {
      isOver = true;
      setOver(true);
      rest = setTimeout(() => current.current.onRest?.(), OPEN_AFTER_MS);
    };
    const leave = (): void => {
      isOver = false;
      clearTimeout(rest);
      setOver(false);
    };
    const follow = (innermost: boolean): void => {
      if (innermost !== isOver) (innermost ? enter : leave)();
    };
    const isInnermost = ({ location }: { location: { current: { dropTargets: { element: Element }[] } } }) =>
      location.current.dropTargets[0]?.element === node;
    return combine(
      leave,
      dropTargetForElements({
        element: node,
        canDrop: ({ source }) => {
          const carried = carriedIn(source.data);
          return carried !== undefined && current.current.accepts(carried);
        },
        getDropEffect: () => 'move',
        onDragEnter: enter,
        onDragLeave: leave,
        onDrop: ({ source }) => {
          leave();
          const carried = carriedIn(source.data);
          if (carried) current.current.onPut(carried);
        },
      }),
      dropTargetForExternal({
        element: node,
        // An open dialog has its own drop zone, or none.
        canDrop: (drag) => containsFiles(drag) && !isCovered() && takes(current.current),
        getDropEffect: () => 'copy',
        // Also called while the pointer rests: files that arrive under a resting pointer change no target.
        onDrag: (event) => follow(isInnermost(event)),
        onDropTargetChange: (event) => follow(isInnermost(event)),
        onDragLeave: leave,
        onDrop: (event) => {
          leave();
          if (!isInnermost(event)) return;
          const { out, carried } = useOwnDrag.getState();
          if (out) current.current.onPut(carried as Carried);
          else current.current.onFiles?.(getFiles({ source: event.source }));
        },
      }),
    );
  }, [element]);
  return over;
}
