import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PdfPage } from './pdf-page.tsx';
import styles from './preview.module.css';
import { PreviewSkeleton } from './preview-skeleton.tsx';

GlobalWorkerOptions.workerSrc = workerUrl;

const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const;

/** A PDF, its pages one below the other; each is drawn only while it is near the view. */
export function PdfPreview({ content, name, broken }: { content: Blob; name: string; broken: ReactNode }) {
  const { t } = useTranslation('records');
  const [document, setDocument] = useState<PDFDocumentProxy | 'broken'>();
  const [zoom, setZoom] = useState(1);
  const [page, setPage] = useState(1);
  const pane = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let alive = true;
    let task: ReturnType<typeof getDocument> | undefined;
    void content.arrayBuffer().then((bytes) => {
      if (!alive) return;
      // Hostile files: nothing in a PDF is run, and fonts are drawn, not loaded.
      task = getDocument({ data: bytes, isEvalSupported: false, enableXfa: false });
      task.promise.then(
        (loaded) => alive && setDocument(loaded),
        () => alive && setDocument('broken'),
      );
    });
    return () => {
      alive = false;
      void task?.destroy();
    };
  }, [content]);

  if (document === 'broken') return broken;
  if (!document) return <PreviewSkeleton />;
  const go = (to: number): void => {
    const target = Math.max(1, Math.min(document.numPages, to));
    pane.current?.querySelector(`[data-page="${target}"]`)?.scrollIntoView({ block: 'start' });
    setPage(target);
  };
  const step = (by: 1 | -1): void => {
    const at = ZOOMS.findIndex((each) => each >= zoom);
    setZoom(ZOOMS[Math.max(0, Math.min(ZOOMS.length - 1, at + by))] ?? 1);
  };
  return (
    <>
      <div className={styles.toolbar} role="toolbar" aria-label={t('preview.toolbar')}>
        <ActionIcon
          variant="subtle"
          aria-label={t('preview.previous')}
          disabled={page <= 1}
          onClick={() => go(page - 1)}
        >
          <IconChevronLeft size={18} />
        </ActionIcon>
        <span aria-live="polite">{t('preview.page', { page, pages: document.numPages })}</span>
        <ActionIcon
          variant="subtle"
          aria-label={t('preview.next')}
          disabled={page >= document.numPages}
          onClick={() => go(page + 1)}
        >
          <IconChevronRight size={18} />
        </ActionIcon>
        <span className="grow" />
        <ActionIcon variant="subtle" aria-label={t('preview.zoomOut')} onClick={() => step(-1)}>
          <IconZoomOut size={18} />
        </ActionIcon>
        <button type="button" className={styles.zoom} onClick={() => setZoom(1)}>
          {Math.round(zoom * 100)} %
        </button>
        <ActionIcon variant="subtle" aria-label={t('preview.zoomIn')} onClick={() => step(1)}>
          <IconZoomIn size={18} />
        </ActionIcon>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls has to be reachable by keyboard */}
      <section className={styles.scroll} ref={pane} tabIndex={0} aria-label={name}>
        {Array.from({ length: document.numPages }, (_, at) => (
          <PdfPage
            // biome-ignore lint/suspicious/noArrayIndexKey: pages are their numbers
            key={at}
            document={document}
            number={at + 1}
            zoom={zoom}
            pane={pane}
            onSeen={setPage}
          />
        ))}
      </section>
    </>
  );
}
