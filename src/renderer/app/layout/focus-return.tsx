import { useEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { focusWhenThere, type LinkOrRow, mainElement } from '../../hooks/focus-when-there.ts';

/** By the history entry of the page. */
const left = new Map<string, LinkOrRow>();

/**
 * Going back to a page focuses the link or row by which it was left, as browsers do with pages that they keep. Where it
 * is not there yet (a list that loads), it is waited for until the person does something else.
 */
export function FocusReturn() {
  const { key } = useLocation();
  const kind = useNavigationType();
  useEffect(() => rememberFocus(key), [key]);
  useEffect(() => {
    const target = kind === NavigationType.Pop ? left.get(key) : undefined;
    return target && focusWhenThere(target);
  }, [key, kind]);
  return null;
}

function rememberFocus(key: string): () => void {
  const note = ({ target }: Event): void => {
    const found = target instanceof Element ? leftBy(target) : undefined;
    if (found) left.set(key, found);
  };
  // A mouse opens a row without focusing it.
  const events = ['focusin', 'click'] as const;
  const main = mainElement();
  for (const event of events) main?.addEventListener(event, note, true);
  // What was focused before this part was loaded.
  const here = main?.contains(document.activeElement) ? document.activeElement : null;
  const first = here ? leftBy(here) : undefined;
  if (first && !left.has(key)) left.set(key, first);
  return () => {
    for (const event of events) main?.removeEventListener(event, note, true);
  };
}

function leftBy(target: Element): LinkOrRow | undefined {
  const link = target.closest('a[href]');
  const row = target.closest('[data-row]');
  const href = (link ?? row?.querySelector('a[href]'))?.getAttribute('href');
  return href ? { href, row: row !== null } : undefined;
}
