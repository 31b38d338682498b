import type { Virtualizer } from '@tanstack/react-virtual';
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useNavigate } from 'react-router-dom';
import { isTyping, useShortcuts } from '../use-shortcuts.ts';
import { followStop, itemsAfter, nextRow, type RowStop } from './row-steps.ts';
import { useGoingToEnd } from './use-going-to-end.ts';

/** The one row of a list that Tab reaches: the first, then the one that had the focus last. It follows its item. */
export function useRowStop(count: number, idOf: (row: number) => string | undefined) {
  const [stored, setStored] = useState<RowStop>({ row: 0, id: undefined });
  const at = followStop(stored, count, idOf);
  const set = (row: number): void =>
    setStored((before) =>
      before.row === row && before.id === idOf(row)
        ? before
        : { row, id: idOf(row), next: itemsAfter(row, count, idOf) },
    );
  // The item stands there for certain only now: it was not loaded when the stop was set, or its place was taken.
  if (at >= 0 && idOf(at) !== undefined && (stored.row !== at || stored.id !== idOf(at))) set(at);
  return { at, set };
}

interface Options {
  stop: ReturnType<typeof useRowStop>;
  /** Contains the rows, which have their index in `data-row`. */
  body: RefObject<HTMLElement | null>;
  virtual: Virtualizer<Window, Element>;
  count: number;
  /** Whether there are rows that are loaded once the last ones come into view. */
  hasMore?: boolean;
  /** How many rows stand side by side in one line of `virtual`; 1 in a list. */
  columns?: number;
  /** Selector of what takes the focus within a row; without it the row itself does. */
  part?: string | undefined;
  /** The address of a row. */
  to: (row: number) => string | undefined;
  select?: ((row: number) => void) | undefined;
  /** Extends the selection from one row to another, with Shift and a key that moves. */
  extend?: ((row: number, from: number) => void) | undefined;
  /** Other keys on a row. Returns whether it was one of them. */
  onKey?: ((event: KeyboardEvent<HTMLElement>, row: number) => boolean) | undefined;
}

export interface RowKeys {
  /** Scrolls to a row and focuses it; the stop by default. */
  readonly focus: (row?: number) => void;
  /** Scrolls to a row and makes it the stop, while something else has the focus. */
  readonly reveal: (row: number) => void;
  /** For the element of `body`. */
  readonly handlers: {
    readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
    readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
    readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
    readonly 'data-rows': true;
  };
}

const indexOf = (target: EventTarget): number =>
  Number(target instanceof Element ? (target.closest<HTMLElement>('[data-row]')?.dataset.row ?? -1) : -1);

/**
 * The keys of a list, and its focus. Arrows, Home, End, Page Up and Page Down move the focus from row to row, and so do
 * j and k from anywhere on the page; End goes on to the end of what is still to be loaded; Enter and o open, x selects. A row that is removed while it has the focus leaves it
 * to the row that takes its place; the focus never falls to the page.
 */
export function useRowKeys(options: Options): RowKeys {
  const { stop, body, virtual, count, part, columns = 1 } = options;
  const navigate = useNavigate();
  /** Whether the focus is in the list, or was when the element that had it was removed: React reports no blur then. */
  const owned = useRef(false);
  const wanted = useRef(false);

  const focusElement = (row: number): boolean => {
    const element = body.current?.querySelector<HTMLElement>(`[data-row="${row}"]`);
    const target = part ? element?.querySelector<HTMLElement>(part) : element;
    target?.focus({ preventScroll: true });
    // A list that is just being taken away gives no focus.
    return target !== undefined && target !== null && target === document.activeElement;
  };
  const reveal = (row: number): void => {
    stop.set(row);
    virtual.scrollToIndex(Math.floor(row / columns), { align: 'auto' });
  };
  const focus = (row: number = stop.at): void => {
    if (row < 0 || row >= count) return;
    reveal(row);
    wanted.current = !focusElement(row);
  };
  useLayoutEffect(() => {
    const lost = owned.current && document.activeElement === document.body;
    if ((wanted.current || lost) && focusElement(stop.at)) wanted.current = false;
  });
  useEffect(
    () => () => {
      // The whole list went, with the last of its rows, or before the row that was to have the focus was there.
      if ((owned.current || wanted.current) && document.activeElement === document.body)
        document.getElementById('main')?.focus({ preventScroll: true });
    },
    [],
  );

  const goToEnd = useGoingToEnd({ count, hasMore: options.hasMore ?? false, toLast: () => focus(count - 1) });

  const hasFocus = (): boolean => body.current?.contains(document.activeElement) ?? false;
  /** Of several lists on one page, the keys are for the one with the focus, or else the first. */
  const isAddressed = (): boolean => {
    const lists = [...document.querySelectorAll('[data-rows]')];
    return (lists.find((list) => list.contains(document.activeElement)) ?? lists[0]) === body.current;
  };
  const open = (row: number): void => {
    const path = options.to(row);
    if (path) void navigate(path);
  };
  /** A screenful less the row that stays in sight. */
  const page = (): number => {
    const { startIndex = 0, endIndex = 0 } = virtual.range ?? {};
    return Math.max(1, endIndex - startIndex) * columns;
  };
  const move = (key: string): void => {
    if (!isAddressed()) return;
    focus(hasFocus() ? nextRow(key, stop.at, count, page()) : stop.at);
  };
  useShortcuts({
    j: () => move('j'),
    k: () => move('k'),
    x: () => hasFocus() && options.select?.(stop.at),
    o: () => hasFocus() && open(stop.at),
  });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { key, target, shiftKey } = event;
    const row = indexOf(target);
    if (row < 0 || event.defaultPrevented || isTyping(target) || !(target instanceof Element)) return;
    // Buttons and fields within a row have keys of their own.
    if (target.closest('button') || (part && !target.matches(part))) return;
    if (options.onKey?.(event, row)) {
      event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === 'Enter' && !shiftKey && !target.closest('a')) {
      event.preventDefault();
      open(row);
      return;
    }
    // A key that is held down: `useShortcuts` has only its first press.
    if (key.length === 1 && !event.repeat) return;
    const next = nextRow(key, row, count, page(), columns);
    if (next === undefined) return;
    event.preventDefault();
    if (shiftKey && key.length > 1) {
      if (!options.extend) return;
      options.extend(next, row);
    }
    focus(next);
    if (key === 'End' && !shiftKey) goToEnd();
  };
  const onFocus = ({ target }: FocusEvent<HTMLElement>): void => {
    owned.current = true;
    const row = indexOf(target);
    if (row >= 0) stop.set(row);
  };
  const onBlur = (): void => {
    // It stays where it is when another window comes to the front.
    owned.current = hasFocus();
  };
  return { focus, reveal, handlers: { onKeyDown, onFocus, onBlur, 'data-rows': true } };
}
