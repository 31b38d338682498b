import { type RefObject, useEffect, useMemo } from 'react';
import type { Comment } from '#shared/comments/comments.schemas.ts';
import { groupBy } from '#shared/platform/group-by.ts';
import type { Row } from '../compare/compare-texts.ts';
import type { Shown } from '../compare/shown-rows.ts';
import { useComments } from './comments-context.tsx';
import { createFinder } from './find-passage.ts';
import { makeAnchor } from './make-anchor.ts';
import { usePassage } from './use-passage.ts';

/** The words of a row in one of the versions; empty where it does not have them. */
const wordsOf = ({ pieces }: Row, other: 'added' | 'removed'): string =>
  pieces.map(({ kind, text }) => (kind === other ? '' : text)).join('');

/** A finder over one side of a comparison, which answers with positions in `rows`. */
function finderOf(rows: readonly Row[], other: 'added' | 'removed') {
  const all = rows.map((row, at) => [wordsOf(row, other), at] as const).filter(([text]) => text !== '');
  const find = createFinder(all.map(([text]) => text));
  return (comment: Comment) => {
    const place = comment.anchor?.quote ? find(comment.anchor) : undefined;
    if (!place) return undefined;
    return { row: all[place.first]?.[1] ?? 0, last: all[place.last]?.[1] ?? 0, exact: place.exact };
  };
}

/**
 * The comments of compared versions: in the newer one wherever their passage is, else in the older one at what went.
 * @param here position of the change that is marked
 * @param unfold opens what is folded away at a position
 */
export function useComparedComments(
  pane: RefObject<HTMLElement | null>,
  given: {
    readonly rows: readonly Row[];
    readonly shown: readonly Shown[];
    readonly before: string;
    readonly after: string;
    readonly here: number | undefined;
    readonly unfold: (at: number) => void;
  },
): { readonly commentsAt: (at: number) => readonly Comment[] } {
  const { rows, shown, before, after, here, unfold } = given;
  const { list, marked, located } = useComments();
  const found = useMemo(() => {
    if (!list.some(({ anchor }) => anchor?.quote)) return [];
    const [newer, older] = [finderOf(rows, 'removed'), finderOf(rows, 'added')];
    /** Positions that are drawn: equal sentences of one paragraph are one row. */
    const drawn = shown.flatMap((each) => (each.kind === 'folded' ? each.rows : [each])).map(({ at }) => at);
    const drawnAt = (row: number): number => drawn.findLast((at) => at <= row) ?? 0;
    return list.flatMap((comment) => {
      const inNewer = newer(comment);
      const place = inNewer ?? older(comment);
      if (!place) return [];
      const [at, last] = [drawnAt(place.row), drawnAt(place.last)];
      const ats = drawn.filter((each) => each >= at && each <= last);
      return [{ comment, at, ats, exact: place.exact, side: inNewer ? 'after' : 'before' }];
    });
  }, [list, rows, shown]);

  useEffect(() => {
    located.current = (id) => found.some(({ comment }) => comment._id === id);
    marked.current = () => {
      const row = here === undefined ? undefined : rows[here];
      if (!row || here === undefined) return undefined;
      const other = row.kind === 'removed' ? 'added' : 'removed';
      const beside = (from: number, to: number): string =>
        rows
          .slice(Math.max(0, from), to)
          .map((each) => wordsOf(each, other))
          .join(' ');
      const [head, words] = [beside(here - 2, here), wordsOf(row, other)];
      const text = `${head} ${words} ${beside(here + 1, here + 3)}`;
      const anchor = makeAnchor(text, head.length + 1, head.length + 1 + words.length);
      return anchor && { version: row.kind === 'removed' ? before : after, anchor };
    };
    return () => {
      located.current = undefined;
      marked.current = undefined;
    };
  }, [found, rows, here, before, after, located, marked]);

  usePassage(pane, found, (at) => {
    const folded = shown.find((each) => each.kind === 'folded' && each.rows.some((row) => row.at === at));
    if (folded) unfold(folded.at);
  });

  const byRow = useMemo(
    () =>
      groupBy(
        found.filter(({ comment }) => !comment.resolved),
        ({ at }) => at,
      ),
    [found],
  );
  return { commentsAt: (at) => byRow.get(at)?.map(({ comment }) => comment) ?? [] };
}
