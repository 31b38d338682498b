import { useEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** What had the focus on a page: a link, or the row of a list that opens it. */
interface Left {
  readonly href: string;
  readonly row: boolean;
}

/** By the history entry of the page. */
const left = new Map<string, Left>();

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

const mainElement = (): HTMLElement | null => document.getElementById('main');

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

function leftBy(target: Element): Left | undefined {
  const link = target.closest('a[href]');
  const row = target.closest('[data-row]');
  const href = (link ?? row?.querySelector('a[href]'))?.getAttribute('href');
  return href ? { href, row: row !== null } : undefined;
}

function find({ href, row }: Left): HTMLElement | undefined {
  const selector = `${row ? '[data-row] ' : ''}a[href="${CSS.escape(href)}"]`;
  const link = mainElement()?.querySelector<HTMLElement>(selector);
  const own = link?.closest<HTMLElement>('[data-row]');
  return own?.hasAttribute('tabindex') ? own : (link ?? undefined);
}

/** Focuses it once it is there. Returns what ends the waiting; a key, a click or another focus ends it too. */
function focusWhenThere(target: Left): () => void {
  const main = mainElement();
  const look = (): void => {
    const here = document.activeElement;
    const isFree = !here || here === document.body || here === main;
    const element = isFree ? find(target) : undefined;
    element?.focus({ preventScroll: true });
    if (!isFree || (element && element === document.activeElement)) end();
  };
  const observer = new MutationObserver(look);
  const person = ['keydown', 'pointerdown'] as const;
  // The shell focuses `main` after this effect.
  const frame = requestAnimationFrame(look);
  const end = (): void => {
    cancelAnimationFrame(frame);
    observer.disconnect();
    for (const event of person) window.removeEventListener(event, end, true);
  };
  if (main) observer.observe(main, { childList: true, subtree: true });
  for (const event of person) window.addEventListener(event, end, true);
  return end;
}
