import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './page-thumbnails.module.css';

const ROW = 150;
/** The room of a thumbnail, in CSS pixels. */
export const THUMBNAIL = { width: 88, height: 124 } as const;

/** Thumbnails of the pages. Only those near the view are rendered; each is a link to its page. */
export function PageThumbnails({
  pages,
  page,
  onChoose,
  children,
}: {
  pages: number;
  /** From 1. */
  page: number;
  onChoose: (page: number) => void;
  /** Draws a page. */
  children: (page: number) => ReactNode;
}) {
  const { t } = useTranslation('records');
  const pane = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: pages,
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
            {children(index + 1)}
            <span aria-hidden="true">{index + 1}</span>
          </button>
        ))}
      </div>
    </nav>
  );
}
