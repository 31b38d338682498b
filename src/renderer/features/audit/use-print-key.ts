import { useEffect, useRef } from 'react';

/**
 * Ctrl/Cmd+P prints all that the filters leave; the browser would print the rows in view.
 *
 * @param print undefined while there is nothing to print
 */
export function usePrintKey(print: (() => Promise<void>) | undefined): void {
  const latest = useRef(print);
  latest.current = print;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isPrint = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'p';
      if (!isPrint || !latest.current) return;
      event.preventDefault();
      void latest.current();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
