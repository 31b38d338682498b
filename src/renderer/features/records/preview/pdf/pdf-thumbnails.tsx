import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef } from 'react';
import { PageThumbnails, THUMBNAIL } from '../page-thumbnails.tsx';

/** Thumbnails of a PDF's pages. */
export function PdfThumbnails({
  document,
  pages,
  page,
  onChoose,
}: {
  document: PDFDocumentProxy;
  pages: number;
  page: number;
  onChoose: (page: number) => void;
}) {
  return (
    <PageThumbnails pages={pages} page={page} onChoose={onChoose}>
      {(number) => <Small document={document} number={number} />}
    </PageThumbnails>
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
      const scale = Math.min(THUMBNAIL.width / size.width, THUMBNAIL.height / size.height);
      const viewport = page.getViewport({ scale });
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
