/** How long something may take to leave the page after it was acted upon, in ms. */
const PATIENCE_MS = 5000;

const hasNothing = (): boolean => {
  const here = document.activeElement;
  // The entry of a menu goes with it, a moment after what the menu was about.
  return !here || here === document.body || here.closest('[role="menu"]') !== null;
};

/**
 * Focuses something else once an element has left the page, where the focus was lost with it.
 * @param leaving what goes
 * @param next what takes the focus; read once the element is gone
 */
export function focusAfter(leaving: Element, next: () => HTMLElement | null | undefined): void {
  const look = (): void => {
    if (leaving.isConnected) return;
    end();
    if (hasNothing()) next()?.focus();
  };
  const observer = new MutationObserver(look);
  const patience = setTimeout(() => end(), PATIENCE_MS);
  const end = (): void => {
    clearTimeout(patience);
    observer.disconnect();
  };
  observer.observe(document.body, { childList: true, subtree: true });
}
