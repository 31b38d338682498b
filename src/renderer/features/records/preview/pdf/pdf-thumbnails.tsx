import { useVirtualizer } from '@tanstack/react-virtual';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './pdf.module.css';

const WIDTH = 88;
const ROW = 150;

/** Thumbnails of the pages. Only those near the view are rendered; each is a link to its page. */
export function PdfThumbnails({
  document,
  page,
  onChoose,
}: {
  document: PDFDocumentProxy;
  page: number;
  onChoose: (page: number) => void;
}) {
  const { t } = useTranslation('records');
  const pane = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: document.numPages,
    getScrollElement: () => pane.current,
    estimateSize: () => ROW,
    overscan: 2,
  });
  const { scrollToIndex } = rows;
  useEffect(() => scrollToIndex(page - 1, { align: 'auto' }), [page, scrollToIndex]);
  return (
    <nav ref={pane} className={styles.thumbnails} aria-label={t('preview.thumbnails')}>
      <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {rows.getVirtualItems().map(({ index, start }) => (
          <button
            key={index}
            type="button"
            className={styles.thumbnail}
            style={{ transform: `translateY(${start}px)`, height: ROW }}
            aria-label={t('preview.goToPage', { page: index + 1 })}
            aria-current={page === index + 1 ? 'page' : undefined}
            onClick={() => onChoose(index + 1)}
          >
            <Small document={document} number={index + 1} />
            <span aria-hidden="true">{index + 1}</span>
          </button>
        ))}
      </div>
    </nav>
  );
}

function Small({ document, number }: { document: PDFDocumentProxy; number: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let alive = true;
    let drawing: { cancel(): void } | undefined;
    void (async () => {
      const page = await document.getPage(number);
      const size = page.getViewport({ scale: 1 });
      const viewport = page.getViewport({ scale: Math.min(WIDTH / size.width, 124 / size.height) });
      if (!alive || !canvas.current) return;
      canvas.current.width = Math.ceil(viewport.width);
      canvas.current.height = Math.ceil(viewport.height);
      const task = page.render({ canvas: canvas.current, viewport });
      drawing = task;
      await task.promise;
    })().catch(() => undefined);
    return () => {
      alive = false;
      drawing?.cancel();
    };
  }, [document, number]);
  return <canvas ref={canvas} />;
}
