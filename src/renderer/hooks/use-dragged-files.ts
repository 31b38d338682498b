import { useEffect, useState } from 'react';

/** How many files are being dragged over the page; 0 where the browser does not say, or none is. */
export function useDraggedFiles(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const end = new AbortController();
    const look = ({ dataTransfer }: DragEvent): void =>
      setCount([...(dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file').length);
    document.addEventListener('dragenter', look, { capture: true, signal: end.signal });
    return () => end.abort();
  }, []);
  return count;
}
