import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { extensionOf } from '#shared/domain/file-kinds.ts';
import styles from './preview.module.css';
import { stepFrom, Zoom } from './zoom.tsx';

const STEPS = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8] as const;
/** What one press of an arrow moves, in pixels. */
const ARROW = 60;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-ARROW, 0],
  ArrowRight: [ARROW, 0],
  ArrowUp: [0, -ARROW],
  ArrowDown: [0, ARROW],
};

/**
 * An image, fitted to the pane until somebody zooms; then it is dragged, or moved by the arrow keys. A drawing (SVG)
 * stands as a picture too, which runs nothing, and under an address that belongs to nobody's origin.
 */
export function ImagePreview({ content, name, broken }: { content: Blob; name: string; broken: ReactNode }) {
  const { t } = useTranslation('records');
  const url = useUrl(content, extensionOf(name) === 'svg');
  const pane = useRef<HTMLElement>(null);
  const [zoom, setZoom] = useState<number>();
  const [natural, setNatural] = useState(0);
  const [fitted, setFitted] = useState(1);
  const [failed, setFailed] = useState(false);
  const shown = zoom ?? fitted;

  /** What was in the middle stays there. */
  const zoomTo = (next: number | undefined): void => {
    const target = pane.current;
    const middle = target && {
      x: (target.scrollLeft + target.clientWidth / 2) / target.scrollWidth,
      y: (target.scrollTop + target.clientHeight / 2) / target.scrollHeight,
    };
    setZoom(next);
    requestAnimationFrame(() => {
      if (!target || !middle) return;
      target.scrollLeft = middle.x * target.scrollWidth - target.clientWidth / 2;
      target.scrollTop = middle.y * target.scrollHeight - target.clientHeight / 2;
    });
  };
  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) pane.current?.scrollBy(...arrow);
    else if (event.key === '+') zoomTo(stepFrom(STEPS, shown, 1));
    else if (event.key === '-') zoomTo(stepFrom(STEPS, shown, -1));
    else if (event.key === '0') zoomTo(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  if (failed) return broken;
  return (
    <>
      <div className={styles.toolbar} role="toolbar" aria-label={t('preview.toolbar')}>
        <span className={`meta ${styles.hint}`}>{t('preview.imageKeys')}</span>
        <span className="grow" />
        <Zoom steps={STEPS} zoom={shown} fitted={zoom === undefined} onZoom={zoomTo} />
      </div>
      <section
        ref={pane}
        className={`${styles.scroll} ${zoom === undefined ? '' : styles.grab}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls has to be reachable by keyboard
        tabIndex={0}
        aria-label={name}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          if (event.button === 0 && event.pointerType === 'mouse')
            event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId))
            event.currentTarget.scrollBy(-event.movementX, -event.movementY);
        }}
      >
        {url && (
          <img
            src={url}
            alt={name}
            draggable={false}
            className={styles.image}
            style={zoom && natural ? { width: natural * zoom, maxWidth: 'none' } : undefined}
            onLoad={({ currentTarget }) => {
              // A drawing without a size of its own is as large as it is shown.
              setNatural(currentTarget.naturalWidth || currentTarget.clientWidth);
              setFitted(
                currentTarget.clientWidth / (currentTarget.naturalWidth || currentTarget.clientWidth || 1),
              );
            }}
            onError={() => setFailed(true)}
          />
        )}
      </section>
    </>
  );
}

/** An address for the bytes: as data where it must not lead into our origin, even when it is opened on its own. */
function useUrl(content: Blob, asData: boolean): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (asData) {
      let alive = true;
      const reader = new FileReader();
      reader.onload = () => alive && setUrl(String(reader.result));
      reader.readAsDataURL(content.slice(0, content.size, 'image/svg+xml'));
      return () => {
        alive = false;
      };
    }
    const made = URL.createObjectURL(content);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [content, asData]);
  return url;
}
