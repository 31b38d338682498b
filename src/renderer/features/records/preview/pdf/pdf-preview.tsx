import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PreviewFault } from '../office/messages.ts';
import styles from '../preview.module.css';
import { PreviewSkeleton } from '../preview-skeleton.tsx';
import { PdfReader } from './pdf-reader.tsx';
import { usePdf } from './use-pdf.ts';

/** Opens a PDF in its worker, or says why it cannot be shown. */
export function PdfPreview({
  content,
  name,
  most,
  broken,
}: {
  content: Blob;
  name: string;
  /** How many pages are shown; undefined for all. */
  most?: number;
  broken: (fault: PreviewFault) => ReactNode;
}) {
  const { t } = useTranslation('records');
  const opened = usePdf(content, most);
  if (!opened) return <PreviewSkeleton />;
  if ('fault' in opened) return broken(opened.fault);
  const { document, pages, isCut } = opened;
  return (
    <>
      {isCut && (
        <p className={styles.notice} role="status">
          {t('preview.pages.cut', { count: pages })}
        </p>
      )}
      <PdfReader document={document} pages={pages} name={name} />
    </>
  );
}
