import '../catalogue.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraggedFile } from './dragged-file.ts';
import { offered } from './offered.ts';
import { useDragOut } from './use-drag-out.ts';

/** What shows a document's file, and what it is dragged out of the window by. */
export function DragFile({
  file,
  className,
  children,
}: {
  file: DraggedFile | undefined;
  className?: string | undefined;
  children: ReactNode;
}) {
  const { t } = useTranslation('documents');
  const { handle } = useDragOut({ file });
  return (
    <span {...handle} className={className} title={file && offered ? t('dragOut.hint') : undefined}>
      {children}
    </span>
  );
}
