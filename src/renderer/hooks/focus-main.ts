/** Longer than a closing dialog takes to look for the button that opened it. */
const AFTER_MS = 60;

/** Focuses the screen where what had the focus is gone for good, as the bar of a selection that was dealt with. */
export function focusMain(): void {
  setTimeout(() => {
    const { activeElement } = document;
    if (activeElement !== null && activeElement !== document.body) return;
    document.getElementById('main')?.focus({ preventScroll: true });
  }, AFTER_MS);
}
