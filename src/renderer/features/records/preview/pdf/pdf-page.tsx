import { type PDFDocumentProxy, TextLayer } from 'pdfjs-dist';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mark } from './highlights.ts';
import { PageDetail } from './page-detail.tsx';
import styles from './pdf.module.css';

/** The width of a page that is fitted to a wide pane, in CSS pixels. In a narrow one it is as wide as the pane. */
export const PAGE_WIDTH = 760;
/** CSS pixels of a point of 1/72 inch, so that 100 % is the size on paper. */
export const POINT = 96 / 72;
/** A page too long for a canvas is drawn less sharply. */
const CANVAS_PIXELS = 16 * 1000 ** 2;

interface Props {
  document: PDFDocumentProxy;
  number: number;
  /** The share of its size on paper; undefined where it is fitted to the pane. */
  zoom?: number | undefined;
  /** Its width on paper in CSS pixels, as far as is known before it was read. */
  paper?: number;
  /** The folded text to highlight; '' for none. */
  wanted: string;
  /** Index of the current match on this page; undefined where it is on another. */
  here: number | undefined;
  /** What stands in its corner. */
  marks?: ReactNode;
  /** What screen readers call it; its number, where it is the only one of that number. */
  label?: string;
  /** As wide as the place that it is in, and drawn as sharply as one of so many CSS pixels. */
  fills?: number;
}

type Item = Parameters<typeof mark>[0][number];

/** One rendered page, with its text above it for selection, screen readers and search. */
export function PdfPage({
  document,
  number,
  zoom,
  paper = PAGE_WIDTH,
  wanted,
  here,
  marks,
  label,
  fills,
}: Props) {
  const { t } = useTranslation('records');
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const [natural, setNatural] = useState<{ width: number; height: number }>();
  const [items, setItems] = useState<readonly Item[]>([]);
  const [damaged, setDamaged] = useState(false);
  const [isUnsharp, setUnsharp] = useState(false);

  useEffect(() => {
    let alive = true;
    let drawing: { cancel(): void } | undefined;
    let text: TextLayer | undefined;
    void (async () => {
      const page = await document.getPage(number);
      const size = page.getViewport({ scale: 1 });
      if (!alive || !canvas.current) return;
      setNatural({ width: size.width, height: size.height });
      const sharp = Math.min(window.devicePixelRatio || 1, 2);
      const wish = (zoom === undefined ? (fills ?? PAGE_WIDTH) / size.width : zoom * POINT) * sharp;
      const scale = Math.min(wish, Math.sqrt(CANVAS_PIXELS / (size.width * size.height)));
      setUnsharp(scale < wish);
      const viewport = page.getViewport({ scale });
      canvas.current.width = Math.floor(viewport.width);
      canvas.current.height = Math.floor(viewport.height);
      const task = page.render({ canvas: canvas.current, viewport });
      drawing = task;
      await task.promise.catch(() => undefined);
      const content = await page.getTextContent();
      if (!alive || !layer.current) return;
      layer.current.replaceChildren();
      text = new TextLayer({ textContentSource: content, container: layer.current, viewport: size });
      await text.render();
      if (!alive) return;
      const drawn = text.textDivs;
      const spoken = content.items.filter((item) => 'str' in item);
      setItems(
        drawn.flatMap((element, at) => {
          const item = spoken[at];
          return item ? [{ text: item.str, eol: item.hasEOL, element }] : [];
        }),
      );
    })().catch(() => alive && setDamaged(true));
    return () => {
      alive = false;
      drawing?.cancel();
      text?.cancel();
    };
  }, [document, number, zoom, fills]);

  useEffect(() => {
    const marks = mark(items, wanted, here);
    const target = here === undefined ? undefined : marks.ranges[here];
    target?.startContainer.parentElement?.scrollIntoView({ block: 'center', inline: 'nearest' });
    return marks.clear;
  }, [items, wanted, here]);

  // The text layer has the page's size on the screen, which in a narrow pane is less than its zoom.
  useEffect(() => {
    const target = box.current;
    if (!target || !natural) return;
    const fit = new ResizeObserver(() => {
      target.style.setProperty('--total-scale-factor', String(target.clientWidth / natural.width));
    });
    fit.observe(target);
    return () => fit.disconnect();
  }, [natural]);

  const isFitted = zoom === undefined;
  const wide = natural ? natural.width * POINT : paper;
  const ratio = natural ? natural.height / natural.width : Math.SQRT2;
  return (
    <section
      ref={box}
      data-page={number}
      aria-label={label ?? t('preview.pageText', { page: number })}
      className={styles.page}
      style={{
        width: fills ? '100%' : isFitted ? PAGE_WIDTH : wide * zoom,
        maxWidth: isFitted ? '100%' : 'none',
        aspectRatio: `1 / ${ratio}`,
      }}
    >
      <canvas ref={canvas} />
      {isUnsharp && !fills && <PageDetail key={zoom} document={document} number={number} />}
      <div ref={layer} className={styles.words} />
      <span className={styles.marks}>{marks}</span>
      {damaged && <p className={styles.damaged}>{t('preview.damagedPage', { page: number })}</p>}
    </section>
  );
}
