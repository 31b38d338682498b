import { useLayoutEffect, useRef } from 'react';
import { paletteStore } from './palette-store.ts';

/** Keys in order, in lower case: `c`, `g d`, `?`. */
export type Shortcuts = Readonly<Record<string, () => void>>;

/** A second key counts as part of a sequence for this long. */
const SEQUENCE_MS = 1200;

/** Inputs that take no text: a key pressed there is a shortcut. */
const NOT_TYPED = new Set(['radio', 'checkbox', 'button', 'submit', 'reset', 'file']);

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    /^(TEXTAREA|SELECT)$/.test(target.tagName) ||
    (target instanceof HTMLInputElement && !NOT_TYPED.has(target.type)));

/**
 * Whether an open dialog or menu gets the keys. A closed list of choices stays in the page, invisible, and does not
 * count. The palette counts from the moment that it is opened, before it is drawn: what is typed then is meant for it.
 */
export const isCovered = (): boolean =>
  paletteStore.getState().opened ||
  [
    ...document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"], [aria-modal="true"]'),
  ].some((each) => each.checkVisibility());

/** Single keys and sequences for the whole page; none while typing, none under a dialog. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts);
  current.current = shortcuts;
  // Before the screen is painted: whoever sees it may type, also on a computer that is busy just then.
  useLayoutEffect(() => {
    let before = '';
    let at = 0;
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (event.key.length !== 1 || isTyping(event.target) || isCovered()) return;
      const key = event.key.toLowerCase();
      const sequence = before && Date.now() - at < SEQUENCE_MS ? `${before} ${key}` : key;
      const action = current.current[sequence] ?? current.current[key];
      before = action ? '' : key;
      at = Date.now();
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
