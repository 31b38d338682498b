import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { PAGE_WIDTH, PdfPage } from '../../preview/pdf/pdf-page.tsx';
import styles from './pages.module.css';

/** How far outside of the pane a page is drawn already. */
const NEAR = '60% 0px';

/** A page that is drawn while it is near the part of the pane that one sees: a hundred at once take a gigabyte. */
export function NearPage({
  document,
  number,
  label,
  zoom,
}: {
  document: PDFDocumentProxy;
  number: number;
  label: string;
  /** How sharply it is drawn: 1 for half of a usual pane. */
  zoom: number;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  const [ratio, setRatio] = useState(Math.SQRT1_2);
  useEffect(() => {
    let alive = true;
    document.getPage(number).then(
      (page) => {
        const { width, height } = page.getViewport({ scale: 1 });
        if (alive) setRatio(width / height);
      },
      // The page says so itself when it is drawn.
      () => undefined,
    );
    return () => {
      alive = false;
    };
  }, [document, number]);
  useEffect(() => {
    const target = place.current;
    if (!target) return;
    const root = target.closest('section');
    const watch = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root,
      rootMargin: NEAR,
    });
    watch.observe(target);
    return () => watch.disconnect();
  }, []);
  return (
    <div ref={place} className={styles.place} style={{ aspectRatio: ratio }}>
      {near && (
        <PdfPage
          document={document}
          number={number}
          wanted=""
          here={undefined}
          label={label}
          fills={PAGE_WIDTH * zoom}
        />
      )}
    </div>
  );
}
