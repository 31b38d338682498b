import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';
import { POINT } from './pdf-page.tsx';

/**
 * How wide a page is on paper, in CSS pixels; the last known page's until it was read, and undefined where none was.
 * @param number from 1
 */
export function usePaper(document: PDFDocumentProxy, number: number): number | undefined {
  const [width, setWidth] = useState<number>();
  useEffect(() => {
    let alive = true;
    document.getPage(number).then(
      (page) => alive && setWidth(page.getViewport({ scale: 1 }).width * POINT),
      // The page says so itself when it is drawn.
      () => undefined,
    );
    return () => {
      alive = false;
    };
  }, [document, number]);
  return width;
}
