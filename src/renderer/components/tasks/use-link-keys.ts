import { type KeyboardEvent, useRef } from 'react';
import { useShortcuts } from '../../hooks/use-shortcuts.ts';

/**
 * The keys of a list of links: j and k from anywhere on the page, arrows, Home and End within the list. Enter opens the
 * link that has the focus, and so does o.
 */
export function useLinkKeys<E extends HTMLElement>() {
  const list = useRef<E>(null);
  const links = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>('a[href]') ?? [])];
  const here = (): number => links().findIndex((link) => link === document.activeElement);
  const focus = (at: number): void => {
    const all = links();
    all[Math.max(0, Math.min(at, all.length - 1))]?.focus();
  };
  useShortcuts({
    j: () => focus(here() + 1),
    k: () => focus(here() - 1),
    o: () => links()[here()]?.click(),
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, () => number>> = {
      ArrowDown: () => here() + 1,
      ArrowUp: () => here() - 1,
      Home: () => 0,
      End: () => links().length - 1,
    };
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    focus(step());
  };
  return { ref: list, onKeyDown };
}
