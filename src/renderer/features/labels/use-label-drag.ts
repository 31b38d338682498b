import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/utils/combine';
import { type RefObject, useEffect, useRef, useState } from 'react';

const LABEL = Symbol('label');

const labelIn = (data: Record<string | symbol, unknown>): string | undefined =>
  data[LABEL] as string | undefined;

/** Milliseconds of hovering after which a label opens: long enough to pass over it. */
const OPEN_AFTER_MS = 600;

interface Place {
  /** The label to drag; undefined where this is only a drop target, or while nothing can be moved. */
  readonly carries?: string | undefined;
  readonly accepts: (label: string) => boolean;
  readonly onPut: (label: string) => void;
  /** Called when a dragged label hovers over this one. */
  readonly onRest?: (() => void) | undefined;
}

/** Makes a node of the label tree draggable, and a drop target for labels that may lie below it. */
export function useLabelPlace(
  element: RefObject<HTMLElement | null>,
  place: Place,
): { dragging: boolean; over: boolean } {
  const [dragging, setDragging] = useState(false);
  const [over, setOver] = useState(false);
  const current = useRef(place);
  current.current = place;
  const { carries } = place;
  useEffect(() => {
    const node = element.current;
    if (!node) return undefined;
    let rest: ReturnType<typeof setTimeout> | undefined;
    const leave = (): void => {
      clearTimeout(rest);
      setOver(false);
    };
    return combine(
      leave,
      dropTargetForElements({
        element: node,
        canDrop: ({ source }) => {
          const label = labelIn(source.data);
          return label !== undefined && current.current.accepts(label);
        },
        getDropEffect: () => 'move',
        onDragEnter: () => {
          setOver(true);
          rest = setTimeout(() => current.current.onRest?.(), OPEN_AFTER_MS);
        },
        onDragLeave: leave,
        onDrop: ({ source }) => {
          leave();
          const label = labelIn(source.data);
          if (label !== undefined) current.current.onPut(label);
        },
      }),
      carries === undefined
        ? () => undefined
        : draggable({
            element: node,
            getInitialData: () => ({ [LABEL]: carries }),
            onDragStart: () => setDragging(true),
            onDrop: () => setDragging(false),
          }),
    );
  }, [element, carries]);
  return { dragging, over };
}
