import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Whether the page is being printed: then all rows must be rendered, not only those in view. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // Synchronously: the browser lays out the page as soon as its listeners have returned.
    const set = (now: boolean): void => flushSync(() => setPrinting(now));
    const media = window.matchMedia('print');
    const before = (): void => set(true);
    const after = (): void => set(media.matches);
    const changed = ({ matches }: MediaQueryListEvent): void => set(matches);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    media.addEventListener('change', changed);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
      media.removeEventListener('change', changed);
    };
  }, []);
  return printing;
}
