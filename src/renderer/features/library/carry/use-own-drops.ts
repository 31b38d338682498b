import { monitorForExternal } from '@atlaskit/pragmatic-drag-and-drop/adapter/monitor-for-external';
import { preventUnhandled } from '@atlaskit/pragmatic-drag-and-drop/utils/prevent-unhandled';
import { useEffect, useRef } from 'react';
import { takeDrops } from '../../../hooks/own-drops.ts';
import { useDropTarget } from './use-drop-target.ts';

/**
 * Files dropped in the window go to the open folder, or to the folder that they are dropped on. The shell's own drop
 * zone is disabled meanwhile, because it would cover the folders.
 * @returns whether files are over the window, and would go to the open folder
 */
export function useOwnDrops(onFiles: ((files: File[]) => void) | undefined): boolean {
  const page = useRef<HTMLElement>(document.body);
  const takes = onFiles !== undefined;
  useEffect(() => {
    takeDrops(takes);
    if (!takes) return undefined;
    // Otherwise the browser would open a dropped file in place of the app.
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
  return over;
}
