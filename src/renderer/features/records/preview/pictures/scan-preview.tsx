import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RowMarks } from '../../comments/row-marks.tsx';
import { usePageComments } from '../../comments/use-page-comments.ts';
import { useObjectUrl } from '../object-url.ts';
import type { ReadPreview } from '../office/office-file.tsx';
import thumbnails from '../page-thumbnails.module.css';
import { PageThumbnails } from '../page-thumbnails.tsx';
import { PageTools } from '../page-tools.tsx';
import type { PageSource } from '../pixels/page-source.ts';
import { type ShownPage, usePixels } from '../pixels/use-pixels.ts';
import styles from '../preview.module.css';
import { PreviewSkeleton } from '../preview-skeleton.tsx';
import { usePreviewStart } from '../preview-start.ts';
import { ImagePane } from './image-pane.tsx';

/** Pages of a scanner or fax machine (TIFF), which browsers do not draw. */
export function ScanPreview({ content, name, broken }: ReadPreview) {
  const start = usePreviewStart();
  const [chosen, setPage] = useState<number>();
  // How many pages there are is known with the first one.
  const [count, setCount] = useState(1);
  const page = chosen ?? Math.min(start.page, count);
  const { source, shown } = usePixels(content, page - 1);
  if (!shown) return <PreviewSkeleton />;
  const { pages = 0 } = shown;
  // Of several pages the others are shown.
  if ('fault' in shown && pages <= 1) return broken(shown.fault);
  if (pages !== count) setCount(pages);
  return <Scan source={source} name={name} shown={shown} page={page} pages={pages} onPage={setPage} />;
}

interface ScanProps {
  source: PageSource;
  name: string;
  shown: ShownPage;
  /** The page that is asked for, from 1: the one before it is shown until it was drawn. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

function Scan({ source, name, shown, page, pages, onPage }: ScanProps) {
  const { t } = useTranslation('records');
  const pane = useRef<HTMLElement>(null);
  const [small, setSmall] = useState(false);
  const [undrawn, setUndrawn] = useState<ShownPage>();
  const go = useCallback((to: number) => onPage(Math.max(1, Math.min(pages, to))), [onPage, pages]);
  const { comment, commentsOn } = usePageComments(pane, page, go);
  const url = useObjectUrl('image' in shown ? shown.image : undefined);
  const fault = 'fault' in shown ? shown.fault : shown === undrawn && 'corrupt';
  const number = shown.page + 1;
  const onKey = (key: string): boolean => {
    if (key === 'PageDown') go(page + 1);
    else if (key === 'PageUp') go(page - 1);
    else return false;
    return true;
  };
  return (
    <ImagePane
      pane={pane}
      url={url}
      name={name}
      instead={
        fault && (
          <p className={styles.refused} role="status">
            {t(`preview.pageFaults.${fault}`, { page: number })}
          </p>
        )
      }
      marks={<RowMarks comments={commentsOn(number)} page />}
      onBroken={() => setUndrawn(shown)}
      onComment={comment}
      {...(pages > 1 && {
        onKey,
        lead: <PageTools page={page} pages={pages} small={small} onSmall={setSmall} onGo={go} />,
        side: small && (
          <PageThumbnails pages={pages} page={page} onChoose={go}>
            {(each) => <Small source={source} page={each} />}
          </PageThumbnails>
        ),
      })}
    />
  );
}

/** A page in small; an empty sheet until it is drawn, and where it cannot be. */
function Small({ source, page }: { source: PageSource; page: number }) {
  const [image, setImage] = useState<Blob>();
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    void source.draw(page - 1, { small: true, signal }).then((drawn) => {
      if (!signal.aborted && 'image' in drawn) setImage(drawn.image);
    });
    return () => leaving.abort();
  }, [source, page]);
  const url = useObjectUrl(image);
  return url ? <img src={url} alt="" /> : <span className={thumbnails.blank} />;
}
