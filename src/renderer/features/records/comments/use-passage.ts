import { type RefObject, useEffect } from 'react';
import type { Comment } from '#shared/comments/comments.schemas.ts';
import { useComments } from './comments-context.tsx';
import { highlightPassages } from './highlight.ts';

/** A comment at the rows of a pane that hold its passage, by their `data-at`. */
export interface Found {
  readonly comment: Comment;
  readonly at: number;
  readonly ats: readonly number[];
  readonly exact: boolean;
  /** The cells of the rows where a pane shows two versions. */
  readonly side?: string;
}

/**
 * Highlights the passages of open comments in a pane, and brings the one that was asked for into view.
 * @param reveal makes a row visible that is folded away
 */
export function usePassage(
  pane: RefObject<HTMLElement | null>,
  found: readonly Found[],
  reveal?: (at: number) => void,
): void {
  const { passage, shown } = useComments();

  // After each drawing: rows are unfolded and layouts are changed.
  useEffect(() => {
    const root = pane.current;
    if (!root) return;
    return highlightPassages(
      found
        .filter(({ comment, exact }) => exact && !comment.resolved)
        .map(({ comment, ats, side }) => ({
          quote: comment.anchor?.quote ?? '',
          within: ats.flatMap((at) => {
            const row = root.querySelector(`[data-at="${at}"]`);
            return (side && row?.querySelector(`[data-side="${side}"]`)) || row || [];
          }),
        })),
    );
  });

  useEffect(() => {
    if (!passage || passage.turn <= shown.current) return;
    const target = found.find(({ comment }) => comment._id === passage.id);
    if (!target) return;
    reveal?.(target.at);
    const show = (): void => {
      const row = pane.current?.querySelector<HTMLElement>(`[data-at="${target.at}"]`);
      if (!row) return;
      shown.current = passage.turn;
      row.scrollIntoView({ block: 'center' });
      row.querySelector<HTMLElement>('[data-comment-mark]')?.focus({ preventScroll: true });
    };
    // What was folded away is drawn first.
    const frame = requestAnimationFrame(show);
    return () => cancelAnimationFrame(frame);
  }, [passage, found, pane, reveal, shown]);
}
