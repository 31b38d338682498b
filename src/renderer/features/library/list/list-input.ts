import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react';
import type { Selection } from './use-selection.ts';

/** Where a menu opens, in pixels of the window. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** What can be done with a row besides opening it. */
export interface RowUse {
  /** Opens the menu of a row, or of the selection that it belongs to. */
  readonly onMenu: (row: number, point: Point) => void;
  readonly onLook: (row: number) => void;
  readonly onDelete: (row: number) => void;
  /** Selects all: those that are loaded, and asked once more, the rest too. */
  readonly onAll: () => void;
}

const rowIn = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
const isCheck = (target: EventTarget): boolean => target instanceof HTMLInputElement;

/** Below the beginning of an element: there a menu opens that no pointer asked for. */
export function pointBelow(element: Element): Point {
  const { left, bottom, height } = element.getBoundingClientRect();
  return { x: left + Math.min(56, height), y: bottom - 4 };
}

/** The keys of a row that are a document's. Returns whether it was one of them. */
export function rowKey(
  event: KeyboardEvent<HTMLElement>,
  row: number,
  selection: Selection,
  use: RowUse,
): boolean {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
  const command = ctrlKey || metaKey;
  if (altKey) return false;
  if (command) {
    if (key.toLowerCase() === 'a' && !shiftKey) use.onAll();
    else if (key === ' ') selection.toggle(row);
    else return false;
    return true;
  }
  const element = rowIn(event.target);
  switch (key) {
    case ' ':
      // On a checkbox it is the checkbox's own key.
      if (isCheck(event.target)) return false;
      use.onLook(row);
      return true;
    case 'Delete':
      use.onDelete(row);
      return true;
    case 'Escape':
      if (selection.ids.size === 0) return false;
      selection.clear();
      return true;
    case 'F10':
    case 'ContextMenu':
      if ((key === 'F10' && !shiftKey) || !element) return false;
      use.onMenu(row, pointBelow(element));
      return true;
    default:
      return false;
  }
}

/**
 * The mouse on rows: Ctrl or ⌘ with a click toggles, Shift selects a range, the right button opens the menu. On the title
 * too, where a browser would open a tab or a window: the middle button still does, and so does the menu.
 */
export function rowPointer(selection: Selection, use: RowUse, focus: (row: number) => void) {
  return {
    onMouseDown: (event: MouseEvent<HTMLElement>): void => {
      // Shift would select the text between two clicks.
      if (event.shiftKey && !isCheck(event.target)) event.preventDefault();
    },
    onClickCapture: (event: MouseEvent<HTMLElement>): void => {
      const { target, shiftKey, ctrlKey, metaKey } = event;
      const row = Number(rowIn(target)?.dataset.row ?? -1);
      if (row < 0 || isCheck(target) || !(shiftKey || ctrlKey || metaKey)) return;
      event.preventDefault();
      event.stopPropagation();
      if (shiftKey) selection.extend(row, row);
      else selection.toggle(row);
      focus(row);
    },
    onContextMenu: (event: PointerEvent<HTMLElement> | MouseEvent<HTMLElement>): void => {
      const element = rowIn(event.target);
      if (!element) return;
      event.preventDefault();
      use.onMenu(Number(element.dataset.row), { x: event.clientX, y: event.clientY });
    },
  };
}
