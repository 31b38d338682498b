import { type RefObject, useEffect, useMemo } from 'react';
import type { Comment } from '#shared/comments/comments.schemas.ts';
import { groupBy } from '#shared/platform/group-by.ts';
import { useCommentsIfShown } from './comments-context.tsx';

const NONE: readonly Comment[] = [];

/**
 * The comments of a document with pages: those of each page, a way to comment on the page in view, and the page of the
 * comment that was asked for. Where a document is shown without its comments there are none.
 * @param page the page in view, from 1
 */
export function usePageComments(
  pane: RefObject<HTMLElement | null>,
  page: number,
  go: (page: number) => void,
): { readonly comment: (() => void) | undefined; readonly commentsOn: (page: number) => readonly Comment[] } {
  const comments = useCommentsIfShown();
  const { list = NONE, passage, shown, marked } = comments ?? {};
  const pages = useMemo(
    () =>
      groupBy(
        list.filter(({ resolved }) => !resolved),
        ({ anchor }) => anchor?.page ?? 0,
      ),
    [list],
  );
  useEffect(() => {
    if (!marked) return undefined;
    marked.current = () => {
      const version = pane.current?.closest<HTMLElement>('[data-version]')?.dataset.version;
      return version === undefined
        ? undefined
        : { version, anchor: { quote: '', prefix: '', suffix: '', page } };
    };
    return () => {
      marked.current = undefined;
    };
  }, [pane, page, marked]);
  useEffect(() => {
    if (!passage || !shown || passage.turn <= shown.current) return;
    const target = list.find(({ _id }) => _id === passage.id)?.anchor?.page;
    if (!target) return;
    shown.current = passage.turn;
    go(target);
    pane.current?.focus({ preventScroll: true });
  }, [passage, list, go, pane, shown]);
  const comment = (): void => {
    const draft = comments?.marked.current?.();
    if (draft) comments?.begin(draft);
  };
  return { comment: comments?.may ? comment : undefined, commentsOn: (of) => pages.get(of) ?? [] };
}
