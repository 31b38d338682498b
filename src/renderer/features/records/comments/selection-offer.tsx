import { IconMessagePlus } from '@tabler/icons-react';
import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '../../../hooks/use-shortcuts.ts';
import styles from './comments.module.css';
import { useComments } from './comments-context.tsx';
import { readSelection, selectedIn } from './read-selection.ts';

/** Distance of the button from the selection, and from the edges of the window, in pixels. */
const GAP = 8;
const WIDTH = 220;
const HEIGHT = 36;

interface Spot {
  readonly left: number;
  readonly top: number;
}

/** Below the end of what is selected, else above it, within the window. */
function spotOf(range: Range): Spot | undefined {
  const box = [...range.getClientRects()].at(-1);
  if (!box || (box.width === 0 && box.height === 0)) return undefined;
  const below = box.bottom + GAP;
  return {
    left: Math.max(GAP, Math.min(box.right - WIDTH / 2, window.innerWidth - WIDTH - GAP)),
    top: below + HEIGHT < window.innerHeight ? below : Math.max(GAP, box.top - HEIGHT - GAP),
  };
}

/**
 * Offers to comment on what is selected in the canvas. The key M does so too: on the selection, else on the sentence,
 * change or page that the pane has marked, else on the version as a whole.
 */
export function SelectionOffer({ canvas }: { canvas: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation('records');
  const { may, begin, marked, current } = useComments();
  const [spot, setSpot] = useState<Spot>();

  useEffect(() => {
    if (!may) return;
    let frame = 0;
    const look = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        const selected = canvas.current && selectedIn(canvas.current);
        setSpot(selected ? spotOf(selected.range) : undefined);
      });
    };
    document.addEventListener('selectionchange', look);
    // The selection moves with what scrolls, and scrolling does not bubble.
    document.addEventListener('scroll', look, { capture: true, passive: true });
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('selectionchange', look);
      document.removeEventListener('scroll', look, { capture: true });
    };
  }, [may, canvas]);

  const comment = (): void => {
    if (!may) return;
    const whole = current === undefined ? undefined : { version: current, anchor: null };
    const draft = (canvas.current && readSelection(canvas.current)) ?? marked.current?.() ?? whole;
    if (!draft) return;
    document.getSelection()?.removeAllRanges();
    begin(draft);
  };
  useShortcuts({ m: comment });

  if (!spot) return null;
  return (
    <button
      type="button"
      className={styles.offer}
      style={spot}
      aria-keyshortcuts="M"
      // Pressing a button would end the selection before it is read.
      onMouseDown={(event) => event.preventDefault()}
      onClick={comment}
    >
      <IconMessagePlus size={16} aria-hidden="true" />
      {t('comments.offer')}
      <span aria-hidden="true">
        <kbd>M</kbd>
      </span>
    </button>
  );
}
