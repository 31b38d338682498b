import { focusAfter } from '../../../hooks/focus-after.ts';
import { mainElement } from '../../../hooks/focus-when-there.ts';

/** How a row is known in the page: `data-notice`. */
const ROW = '[data-notice]';

/** What has the focus of a row: its link, or what opens a group. */
export const noticeIn = (list: ParentNode, id: string): HTMLElement | null =>
  list.querySelector(`[data-notice="${id}"] :is(a, button)`);

/**
 * Keeps the place of whoever dismisses from a list: the focus goes to the row that takes the place of the one that goes,
 * else to the row before it, else to what has the list.
 * @param button what was pressed, in the row or above the list
 * @returns the row that goes, for `noticeIn`
 */
export function focusAfterDismissal(button: Element): string | undefined {
  const list = button.closest<HTMLElement>('[role="dialog"]') ?? mainElement();
  const leaving = button.closest<HTMLElement>(ROW);
  const rows = [...(list?.querySelectorAll<HTMLElement>(ROW) ?? [])];
  const beside = (side: number): string[] =>
    rows
      .filter((row) => leaving && leaving.compareDocumentPosition(row) & side && !row.contains(leaving))
      .filter((row) => !leaving?.contains(row))
      .map((row) => row.dataset.notice ?? '');
  const places = [
    ...beside(Node.DOCUMENT_POSITION_FOLLOWING),
    ...beside(Node.DOCUMENT_POSITION_PRECEDING).reverse(),
  ];
  focusAfter(leaving ?? button, () => {
    // By name: a group that loses all but a few of its notices is single rows afterwards.
    const there = list && places.map((id) => noticeIn(list, id)).find((each) => each);
    return there ?? list;
  });
  return leaving?.dataset.notice;
}
