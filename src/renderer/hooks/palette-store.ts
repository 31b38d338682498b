import { createSpotlight } from '@mantine/spotlight';

const [store, spotlight] = createSpotlight();

/** Whether the palette (Ctrl+K) is open: set at the key, before it is drawn. Holds what is asked, too. */
export const paletteStore = store;

export const palette = {
  /** Opens it empty. Not cleared when it closes: that ends later, and would take what is typed into the next one. */
  open(): void {
    const { opened } = paletteStore.getState();
    if (!opened) paletteStore.setState((state) => ({ ...state, query: '', selected: -1 }));
    spotlight.open();
  },
  close: spotlight.close,
};

/** Marks the palette's dialog in the page. */
export const PALETTE_MARK = 'data-palette';

// Not `updateState`, which tells nobody: the field would go on showing what it showed.
const ask = (query: string): void => paletteStore.setState((state) => ({ ...state, query }));

/**
 * Takes a key that is pressed while the palette is open and its field has no focus yet: the field shows what was typed
 * from Ctrl+K on. Returns whether the key was the palette's.
 */
export function typeAhead({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  const { opened, query } = paletteStore.getState();
  if (!opened || ctrlKey || metaKey || altKey || isComposing) return false;
  if (key === 'Escape') {
    palette.close();
    ask('');
  } else if (key === 'Backspace') ask([...query].slice(0, -1).join(''));
  else if ([...key].length === 1) ask(query + key);
  else return false;
  return true;
}
