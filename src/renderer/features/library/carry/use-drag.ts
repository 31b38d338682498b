import { draggable } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/utils/set-custom-native-drag-preview';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Carried } from './carried.ts';
import styles from './drag.module.css';

const CARRIED = Symbol('carried');

const NOTHING = (): Record<string, string> => ({});

/** What a drag that began here carries. */
export const carriedIn = (data: Record<string | symbol, unknown>): Carried | undefined =>
  data[CARRIED] as Carried | undefined;

/**
 * Makes an element draggable.
 * @param carry the items; undefined where they may not be moved
 * @param words the text shown at the pointer
 * @param outside what the drag also carries for places outside the window
 */
export function useDragSource(
  element: RefObject<HTMLElement | null>,
  carry: (() => Carried | undefined) | undefined,
  words: (carried: Carried) => string,
  outside: () => Record<string, string> = NOTHING,
): boolean {
  const [dragging, setDragging] = useState(false);
  const current = useRef({ carry, words, outside });
  current.current = { carry, words, outside };
  const offered = carry !== undefined;
  useEffect(() => {
    const node = element.current;
    if (!node || !offered) return undefined;
    return draggable({
      element: node,
      canDrag: () => {
        const { carry: carries, outside: gives } = current.current;
        return carries?.() !== undefined || Object.keys(gives()).length > 0;
      },
      getInitialDataForExternal: () => current.current.outside(),
      getInitialData: () => ({ [CARRIED]: current.current.carry?.() }),
      onGenerateDragPreview: ({ nativeSetDragImage, source }) => {
        const carried = carriedIn(source.data);
        if (!carried) return;
        setCustomNativeDragPreview({
          nativeSetDragImage,
          render: ({ container }) => {
            const pill = document.createElement('div');
            pill.className = styles.preview ?? '';
            pill.textContent = current.current.words(carried);
            container.append(pill);
          },
        });
      },
      onDragStart: () => setDragging(true),
      onDrop: () => setDragging(false),
    });
  }, [element, offered]);
  return dragging;
}
