/** A link, or the row of a list that opens it. */
export interface LinkOrRow {
  readonly href: string;
  readonly row: boolean;
}

export const mainElement = (): HTMLElement | null => document.getElementById('main');

function find({ href, row }: LinkOrRow): HTMLElement | undefined {
  const within = row ? '[data-row] ' : '';
  const path = CSS.escape(href);
  // A search leads to the passage that it found, which the address says behind the path.
  const link =
    mainElement()?.querySelector<HTMLElement>(`${within}a[href="${path}"]`) ??
    mainElement()?.querySelector<HTMLElement>(`${within}a[href^="${path}?"]`);
  const own = link?.closest<HTMLElement>('[data-row]');
  return own?.hasAttribute('tabindex') ? own : (link ?? undefined);
}

/** Focuses it once it is there. Returns what ends the waiting; a key, a click or another focus ends it too. */
export const focusWhenThere = (target: LinkOrRow): (() => void) => focusWhenFound(() => find(target));

/** The same for what is found in another way, in the main part of the page. */
export function focusWhenFound(find: () => HTMLElement | null | undefined): () => void {
  const main = mainElement();
  const look = (): void => {
    const here = document.activeElement;
    const isFree = !here || here === document.body || here === main;
    const element = isFree ? find() : undefined;
    element?.focus({ preventScroll: true });
    if (!isFree || (element && element === document.activeElement)) end();
  };
  const observer = new MutationObserver(look);
  const person = ['keydown', 'pointerdown'] as const;
  // The shell focuses `main` after the effect that calls this.
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
