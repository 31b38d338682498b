import { type ReactNode, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFullScreen } from '../full-screen.tsx';
import thumbnails from '../page-thumbnails.module.css';
import { CommentPage } from '../page-tools.tsx';
import styles from '../preview.module.css';
import { keepMiddle, type Point } from '../zoom/keep-middle.ts';
import { useRoom } from '../zoom/use-room.ts';
import { useZoomInput } from '../zoom/use-zoom-input.ts';
import { stepFrom, Zoom } from '../zoom/zoom.tsx';

const STEPS = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8] as const;
/** Pixels that one press of an arrow key moves the image. */
const ARROW = 60;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-ARROW, 0],
  ArrowRight: [ARROW, 0],
  ArrowUp: [0, -ARROW],
  ArrowDown: [0, ARROW],
};

interface Props {
  readonly url: string | undefined;
  readonly name: string;
  readonly pane: RefObject<HTMLElement | null>;
  /** At the left of the toolbar, instead of the keys. */
  readonly lead?: ReactNode;
  readonly onBroken: () => void;
  /** Why there is no image, in its place. */
  readonly instead?: ReactNode;
  /** What stands in its corner. */
  readonly marks?: ReactNode;
  /** At the left of the image. */
  readonly side?: ReactNode;
  /** Begins a comment on the image. */
  readonly onComment?: (() => void) | undefined;
  /** Keys that the pane does not know itself. @returns whether it was one */
  readonly onKey?: (key: string) => boolean;
}

/** An image, fitted to the pane until the person zooms; then it can be dragged, or moved with the arrow keys. */
export function ImagePane(props: Props) {
  const { url, name, pane, lead, instead, marks, side, onBroken, onComment, onKey } = props;
  const { t } = useTranslation('records');
  const [zoom, setZoom] = useState<number>();
  const [natural, setNatural] = useState(0);
  const room = useRoom(pane);
  const isThere = url !== undefined && !instead;
  const shown = !isThere
    ? undefined
    : (zoom ?? (natural > 0 && room ? Math.min(1, room / natural) : undefined));

  const isZoomed = zoom !== undefined && natural > 0;
  const screen = useFullScreen();
  const zoomTo = (next: number | undefined, at?: Point): void =>
    keepMiddle(pane.current, () => setZoom(next), at);
  const isZoomKey = useZoomInput(pane, {
    step: (by, at) => shown && zoomTo(stepFrom(STEPS, shown, by), at),
    fit: () => zoomTo(undefined),
  });
  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) pane.current?.scrollBy(...arrow);
    else if (!isZoomKey(event) && !onKey?.(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  const image = (
    <img
      src={url}
      alt={name}
      draggable={false}
      className={styles.image}
      style={isZoomed ? { width: natural * zoom, maxWidth: 'none' } : undefined}
      onLoad={({ currentTarget }) => {
        // An SVG without a size of its own is as large as it is shown.
        setNatural(currentTarget.naturalWidth || currentTarget.clientWidth);
      }}
      onError={onBroken}
    />
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut while the focus is in here already
    <div ref={screen.ref} className={styles.viewer} onKeyDown={screen.onKey}>
      <div className={styles.toolbar} role="toolbar" aria-label={t('preview.toolbar')}>
        {lead ?? <span className={`meta ${styles.hint}`}>{t('preview.imageKeys')}</span>}
        <span className="grow" />
        <Zoom steps={STEPS} zoom={shown} fitted={zoom === undefined} onZoom={zoomTo} />
        {screen.button}
        {onComment && (
          <CommentPage
            onClick={() => {
              // The comments are beside the image.
              screen.leave();
              onComment();
            }}
          />
        )}
      </div>
      <div className={thumbnails.body}>
        {side}
        <section
          ref={pane}
          className={`${styles.scroll} ${zoom === undefined ? '' : styles.grab}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls has to be reachable by keyboard
          tabIndex={0}
          aria-label={name}
          onKeyDown={onKeyDown}
          onPointerDown={(event) => {
            // What stands in its corner is pressed, not dragged.
            if ((event.target as Element).closest('button')) return;
            if (event.button === 0 && event.pointerType === 'mouse')
              event.currentTarget.setPointerCapture(event.pointerId);
          }}
          onPointerMove={(event) => {
            if (event.currentTarget.hasPointerCapture(event.pointerId))
              event.currentTarget.scrollBy(-event.movementX, -event.movementY);
          }}
        >
          {instead}
          {isThere &&
            (marks ? (
              <div
                className={styles.placed}
                style={isZoomed ? { width: 'max-content', maxWidth: 'none' } : undefined}
              >
                {image}
                <span className={styles.marks}>{marks}</span>
              </div>
            ) : (
              image
            ))}
        </section>
      </div>
    </div>
  );
}
