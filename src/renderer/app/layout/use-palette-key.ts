import { useLayoutEffect } from 'react';
import { wantLater } from '../../hooks/later.ts';
import { PALETTE_MARK, palette, typeAhead } from '../../hooks/palette-store.ts';

/**
 * Opens the palette at Ctrl+K (⌘K), wherever one types. It is heard here and not by the palette, which may not be loaded
 * yet: it counts as open at the key, and what is typed next is its own, also before its field has the focus.
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
    const onNextKey = (event: KeyboardEvent): void => {
      // Its frame may have the focus for a moment before its field has it.
      if (event.target instanceof Element && event.target.matches(`[${PALETTE_MARK}] input`)) return;
      if (!typeAhead(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('keydown', onNextKey, { capture: true });
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('keydown', onNextKey, { capture: true });
    };
  }, []);
}
