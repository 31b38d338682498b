import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist';
import { useEffect, useRef } from 'react';
import styles from './pdf.module.css';

/** After the last movement, in milliseconds: what only passes by is not drawn. */
const STILL_MS = 150;

/**
 * The part of a page that is in view, as sharp as the screen: of a page at a high zoom the whole would be too large for a
 * canvas. It lies above the whole page, which is less sharp.
 */
export function PageDetail({ document, number }: { document: PDFDocumentProxy; number: number }) {
  const shown = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const page = shown.current?.parentElement;
    const pane = page?.parentElement?.closest('section');
    if (!page || !pane) return undefined;
    let late: ReturnType<typeof setTimeout> | undefined;
    let task: RenderTask | undefined;
    let turn = 0;
    const draw = async (): Promise<void> => {
      task?.cancel();
      turn += 1;
      const mine = turn;
      const part = inView(page.getBoundingClientRect(), pane.getBoundingClientRect());
      if (!part) return;
      const source = await document.getPage(number);
      const sharp = Math.min(window.devicePixelRatio || 1, 2);
      const scale = (part.whole / source.getViewport({ scale: 1 }).width) * sharp;
      const canvas = window.document.createElement('canvas');
      canvas.width = Math.ceil(part.width * sharp);
      canvas.height = Math.ceil(part.height * sharp);
      if (mine !== turn) return;
      task = source.render({
        canvas,
        viewport: source.getViewport({ scale }),
        transform: [1, 0, 0, 1, -part.x * sharp, -part.y * sharp],
      });
      await task.promise;
      if (mine !== turn || !shown.current) return;
      shown.current.width = canvas.width;
      shown.current.height = canvas.height;
      shown.current.getContext('2d')?.drawImage(canvas, 0, 0);
      Object.assign(shown.current.style, {
        left: `${(part.x / part.whole) * 100}%`,
        top: `${(part.y / part.high) * 100}%`,
        width: `${part.width}px`,
        height: `${part.height}px`,
      });
    };
    const soon = (): void => {
      clearTimeout(late);
      // A page that is damaged says so itself; a drawing that was given up says nothing.
      late = setTimeout(() => void draw().catch(() => undefined), STILL_MS);
    };
    const sizes = new ResizeObserver(soon);
    sizes.observe(pane);
    sizes.observe(page);
    pane.addEventListener('scroll', soon, { passive: true });
    return () => {
      turn += 1;
      clearTimeout(late);
      task?.cancel();
      sizes.disconnect();
      pane.removeEventListener('scroll', soon);
    };
  }, [document, number]);
  return <canvas ref={shown} className={styles.detail} width={0} height={0} />;
}

/** Where a pane shows a page: from the page's corner, in CSS pixels; undefined where it does not. */
function inView(
  page: DOMRect,
  pane: DOMRect,
): { x: number; y: number; width: number; height: number; whole: number; high: number } | undefined {
  const [left, top] = [Math.max(page.left, pane.left), Math.max(page.top, pane.top)];
  const width = Math.min(page.right, pane.right) - left;
  const height = Math.min(page.bottom, pane.bottom) - top;
  if (width <= 0 || height <= 0) return undefined;
  return { x: left - page.left, y: top - page.top, width, height, whole: page.width, high: page.height };
}
