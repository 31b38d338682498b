/**
 * Puts a text on the clipboard, at a click or key of its person. Returns false where that cannot be. A page that came by
 * plain HTTP, as from a server in the own network, has no `navigator.clipboard`: there the older command does it.
 */
export async function copyText(text: string): Promise<boolean> {
  // Undefined there, whatever the types say.
  const { clipboard } = navigator as { clipboard?: Clipboard };
  if (clipboard === undefined) return copyBySelection(text);
  try {
    await clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** By a field that is selected for a moment. It stands in the open dialog, which lets the focus go nowhere else. */
function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.cssText = 'position:fixed;opacity:0;inset:0 auto auto 0';
  (before?.closest('[role="dialog"]') ?? document.body).append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return done;
}
