import { useLayoutEffect } from 'react';
import { wantLater } from '../../hooks/later.ts';
import { palette } from '../../hooks/palette-store.ts';

/**
 * Opens the palette at Ctrl+K (⌘K), wherever one types. It is heard here and not by the palette, which may not be loaded
 * yet: it counts as open at the key, so that what is typed next is its own.
 */
export function usePaletteKey(): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      if (event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      palette.open();
      wantLater();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
