import { monitorForExternal } from '@atlaskit/pragmatic-drag-and-drop/adapter/monitor-for-external';
import { preventUnhandled } from '@atlaskit/pragmatic-drag-and-drop/utils/prevent-unhandled';
import { useEffect, useRef } from 'react';
import { takeDrops } from '../../../hooks/own-drops.ts';
import { useDropTarget } from './use-drag.ts';

/**
 * Files dropped anywhere in the window go to the folder that is open, and those dropped on another one to that: the
 * shell's drop zone, which would lie over all folders, stands back meanwhile.
 */
export function useOwnDrops(onFiles: ((files: File[]) => void) | undefined): void {
  const page = useRef<HTMLElement>(document.body);
  const takes = onFiles !== undefined;
  useEffect(() => {
    takeDrops(takes);
    if (!takes) return undefined;
    // What nobody takes must not be opened by the browser in place of the app.
    const stop = monitorForExternal({ onDragStart: preventUnhandled.start, onDrop: preventUnhandled.stop });
    return () => {
      stop();
      preventUnhandled.stop();
      takeDrops(false);
    };
  }, [takes]);
  const over = useDropTarget(page, { accepts: () => false, onPut: () => undefined, onFiles });
  useEffect(() => {
    document.body.toggleAttribute('data-drop', over);
    return () => document.body.removeAttribute('data-drop');
  }, [over]);
}
