import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './preview.module.css';

/** The width of a page at 100 %, in CSS pixels. */
const PAGE_WIDTH = 760;

interface Props {
  document: PDFDocumentProxy;
  number: number;
  zoom: number;
  pane: RefObject<HTMLDivElement | null>;
  onSeen: (page: number) => void;
}

/** One page: a sheet of the right shape that is drawn when it comes near the view, with its text for screen readers. */
export function PdfPage({ document, number, zoom, pane, onSeen }: Props) {
  const { t } = useTranslation('records');
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [near, setNear] = useState(number <= 2);
  const [ratio, setRatio] = useState(Math.SQRT2);
  const [text, setText] = useState('');

  useEffect(() => {
    const target = box.current;
    if (!target) return;
    const drawn = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root: pane.current,
      rootMargin: '100% 0px',
    });
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && onSeen(number), {
      root: pane.current,
      rootMargin: '-45% 0px',
    });
    drawn.observe(target);
    seen.observe(target);
    return () => {
      drawn.disconnect();
      seen.disconnect();
    };
  }, [number, onSeen, pane]);

  useEffect(() => {
    if (!near) return;
    let alive = true;
    let drawing: { cancel: () => void } | undefined;
    void (async () => {
      const page = await document.getPage(number);
      const natural = page.getViewport({ scale: 1 });
      if (!alive) return;
      setRatio(natural.height / natural.width);
      const sharp = Math.min(window.devicePixelRatio || 1, 2);
      const viewport = page.getViewport({ scale: (PAGE_WIDTH / natural.width) * zoom * sharp });
      const target = canvas.current;
      if (!target) return;
      target.width = Math.floor(viewport.width);
      target.height = Math.floor(viewport.height);
      const task = page.render({ canvas: target, viewport });
      drawing = task;
      await task.promise.catch(() => undefined);
      const content = await page.getTextContent();
      if (alive) setText(content.items.map((item) => ('str' in item ? item.str : '')).join(' '));
    })();
    return () => {
      alive = false;
      drawing?.cancel();
    };
  }, [near, document, number, zoom]);

  return (
    <div
      ref={box}
      data-page={number}
      className={styles.page}
      style={{ width: PAGE_WIDTH * zoom, maxWidth: zoom <= 1 ? '100%' : 'none', aspectRatio: `1 / ${ratio}` }}
    >
      {near && <canvas ref={canvas} />}
      <p className="visually-hidden">
        {t('preview.pageText', { page: number })} {text}
      </p>
    </div>
  );
}
