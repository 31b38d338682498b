import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';
import { PAGE_WIDTH } from './pdf-page.tsx';

const STEPS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32] as const;
/** How many times its size on paper a page can be seen at least: what is small on a large plan is read there. */
const PAPER = 4;
/** CSS pixels of a point. */
const POINT = 96 / 72;

/** The steps of the zoom for a page: for a large one, whose 100 % is much smaller than the paper, there are more. */
export function useZoomSteps(document: PDFDocumentProxy, number: number): readonly number[] {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    let alive = true;
    document.getPage(number).then(
      (page) => alive && setWidth(page.getViewport({ scale: 1 }).width),
      // The page says so itself when it is drawn.
      () => undefined,
    );
    return () => {
      alive = false;
    };
  }, [document, number]);
  const last = STEPS.findIndex((step) => step * PAGE_WIDTH >= PAPER * POINT * width && step >= 4);
  return last < 0 ? STEPS : STEPS.slice(0, last + 1);
}
