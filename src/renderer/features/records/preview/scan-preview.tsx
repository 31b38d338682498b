import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../i18n/format.ts';
import { ImagePane } from './image-pane.tsx';
import type { ReadPreview } from './office/office-file.tsx';
import { usePixels } from './pixels/use-pixels.ts';
import { PreviewSkeleton } from './preview-skeleton.tsx';
import { usePreviewStart } from './preview-start.ts';
import { ToolButton } from './tool-button.tsx';

/** Pages of a scanner or fax machine (TIFF), which browsers do not draw. */
export function ScanPreview({ content, name, broken }: ReadPreview) {
  const start = usePreviewStart();
  const [chosen, setPage] = useState<number>();
  // How many pages there are is known with the first one.
  const [count, setCount] = useState(1);
  const page = chosen ?? Math.min(start.page, count) - 1;
  const [isBroken, setBroken] = useState(false);
  const { shown, fault } = usePixels(content, page);
  if (fault || isBroken) return broken(fault ?? 'corrupt');
  if (!shown) return <PreviewSkeleton />;
  const { pages, url } = shown;
  if (pages !== count) setCount(pages);
  const go = (to: number): void => setPage(Math.max(0, Math.min(pages - 1, to)));
  const onKey = (key: string): boolean => {
    if (key === 'PageDown') go(page + 1);
    else if (key === 'PageUp') go(page - 1);
    else return false;
    return true;
  };
  return (
    <ImagePane
      url={url}
      name={name}
      onBroken={() => setBroken(true)}
      {...(pages > 1 && { onKey, lead: <Pages page={page} pages={pages} onGo={go} /> })}
    />
  );
}

function Pages({ page, pages, onGo }: { page: number; pages: number; onGo: (to: number) => void }) {
  const { t } = useTranslation('records');
  return (
    <>
      <ToolButton label={t('preview.previous')} off={page === 0} onClick={() => onGo(page - 1)}>
        <IconChevronLeft size={18} />
      </ToolButton>
      <span aria-live="polite">
        {t('preview.page', { page: formatNumber(page + 1), pages: formatNumber(pages) })}
      </span>
      <ToolButton label={t('preview.next')} off={page === pages - 1} onClick={() => onGo(page + 1)}>
        <IconChevronRight size={18} />
      </ToolButton>
    </>
  );
}
