import { IconSearch } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RowMarks } from '../../comments/row-marks.tsx';
import { usePageComments } from '../../comments/use-page-comments.ts';
import { useFullScreen } from '../full-screen.tsx';
import thumbnails from '../page-thumbnails.module.css';
import { CommentPage, PageTools } from '../page-tools.tsx';
import styles from '../preview.module.css';
import { usePreviewStart } from '../preview-start.ts';
import { ToolButton } from '../tool-button.tsx';
import { keepMiddle, type Point } from '../zoom/keep-middle.ts';
import { useRoom } from '../zoom/use-room.ts';
import { useZoomInput } from '../zoom/use-zoom-input.ts';
import { stepFrom, Zoom } from '../zoom/zoom.tsx';
import { pageInView } from './page-in-view.ts';
import pdf from './pdf.module.css';
import { PAGE_WIDTH, PdfPage } from './pdf-page.tsx';
import { PdfSearchBar } from './pdf-search-bar.tsx';
import { PdfThumbnails } from './pdf-thumbnails.tsx';
import { usePaper } from './use-paper.ts';
import { usePdfSearch } from './use-pdf-search.ts';
import { zoomSteps } from './zoom-steps.ts';

const GAP = 18;

/** The pages, one below the other. Only those near the view are rendered: a document may have 10,000. */
export function PdfReader({
  document,
  pages: count,
  name,
}: {
  document: PDFDocumentProxy;
  /** How many are shown. */
  pages: number;
  name: string;
}) {
  const { t } = useTranslation('records');
  /** The share of the size on paper; undefined while the pages are fitted to the pane. */
  const [zoom, setZoom] = useState<number>();
  const start = usePreviewStart();
  const [searching, setSearching] = useState(start.find !== '');
  const [small, setSmall] = useState(false);
  const [text, setText] = useState(start.find);
  /** Undefined for the first match from the page that was asked for, until the person goes on from there. */
  const [chosen, setAt] = useState<number | undefined>(start.find === '' ? 0 : undefined);
  const pane = useRef<HTMLDivElement>(null);
  const search = usePdfSearch(document, count, searching ? text : '');
  const known = useRef(PAGE_WIDTH);
  const pages = useVirtualizer({
    count,
    getScrollElement: () => pane.current,
    estimateSize: () => (zoom ? known.current * zoom : PAGE_WIDTH) * Math.SQRT2 + GAP,
    overscan: 1,
  });
  const { scrollToIndex } = pages;
  const page = pageInView(pages.getVirtualItems(), pages.scrollOffset ?? 0, pages.scrollRect?.height ?? 0);
  const go = useCallback(
    (to: number): void => scrollToIndex(Math.max(0, Math.min(count, to) - 1), { align: 'start' }),
    [count, scrollToIndex],
  );

  const paper = usePaper(document, page);
  useEffect(() => {
    if (paper) known.current = paper;
  }, [paper]);
  const room = useRoom(pane);
  const fitted = paper && room && Math.min(PAGE_WIDTH, room) / paper;
  const steps = paper && fitted ? zoomSteps(paper, fitted) : [];
  const shown = zoom ?? fitted;
  const zoomTo = (next: number | undefined, at?: Point): void =>
    keepMiddle(pane.current, () => setZoom(next), at);
  const isZoomKey = useZoomInput(pane, {
    step: (by, at) => shown && zoomTo(stepFrom(steps, shown, by), at),
    fit: () => zoomTo(undefined),
  });
  const screen = useFullScreen();
  const { comment, commentsOn } = usePageComments(pane, page, go);

  const first = Math.min(start.page, count);
  useEffect(() => {
    if (first > 1) go(first);
  }, [first, go]);

  const found = chosen ?? search.matches.findIndex((each) => each.page >= first);
  const at = Math.max(0, Math.min(found, search.matches.length - 1));
  // Where only pages before it have the word, the page that was asked for stays.
  const match = found < 0 ? undefined : search.matches[at];
  const matchPage = match?.page;
  useEffect(() => {
    if (matchPage) go(matchPage);
  }, [matchPage, go]);
  const step = (by: 1 | -1): void => {
    const matches = search.matches.length;
    if (matches > 0) setAt((at + by + matches) % matches);
  };
  const toggleSearch = (open: boolean): void => {
    setSearching(open);
    setAt(at);
  };
  const close = (): void => {
    setSearching(false);
    pane.current?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut while the focus is in here already
    <div
      ref={screen.ref}
      className={styles.viewer}
      onKeyDown={(event) => {
        if (screen.onKey(event)) return;
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'f') return;
        event.preventDefault();
        toggleSearch(true);
      }}
    >
      <div className={styles.toolbar} role="toolbar" aria-label={t('preview.toolbar')}>
        <PageTools page={page} pages={count} small={small} onSmall={setSmall} onGo={go} />
        <span className="grow" />
        <Zoom steps={steps} zoom={shown} fitted={zoom === undefined} onZoom={zoomTo} />
        {screen.button}
        {comment && (
          <CommentPage
            onClick={() => {
              // The comments are beside the pages.
              screen.leave();
              comment();
            }}
          />
        )}
        <ToolButton label={t('preview.search')} pressed={searching} onClick={() => toggleSearch(!searching)}>
          <IconSearch size={18} />
        </ToolButton>
      </div>
      {searching && (
        <PdfSearchBar
          text={text}
          search={search}
          at={at}
          focus={chosen !== undefined}
          onText={(value) => {
            setText(value);
            setAt(0);
          }}
          onStep={step}
          onClose={close}
        />
      )}
      <div className={thumbnails.body}>
        {small && <PdfThumbnails document={document} pages={count} page={page} onChoose={go} />}
        <section
          className={styles.scroll}
          ref={pane}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls has to be reachable by keyboard
          tabIndex={0}
          aria-label={name}
          onKeyDown={(event) => isZoomKey(event) && event.preventDefault()}
        >
          <div className={pdf.pages} style={{ height: pages.getTotalSize() }}>
            {pages.getVirtualItems().map(({ index, start }) => (
              <div
                key={index}
                ref={pages.measureElement}
                data-index={index}
                className={pdf.place}
                style={{
                  transform: `translateY(${start}px)`,
                  paddingBottom: GAP,
                  width: zoom === undefined ? '100%' : 'max-content',
                }}
              >
                <PdfPage
                  document={document}
                  number={index + 1}
                  zoom={zoom}
                  {...(paper && { paper })}
                  wanted={search.wanted}
                  here={match?.page === index + 1 ? match.index : undefined}
                  marks={<RowMarks comments={commentsOn(index + 1)} page />}
                />
              </div>
            ))}
          </div>
        </section>
      </div>
    </div>
  );
}
