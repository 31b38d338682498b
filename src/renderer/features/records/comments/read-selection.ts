import type { Draft } from './comments-context.tsx';
import { makeAnchor } from './make-anchor.ts';

/*
 * What is selected in a pane, as a passage of a version. Panes say of which version their text is: `data-version`, or
 * `data-before` and `data-after` where they compare two, with `data-side` at the cells of one of them.
 */

const PANE = '[data-version], [data-after]';
/** Elements that end a word or a line, other than those within a line. */
const INLINE = /^(?:A|B|CODE|DEL|EM|I|INS|MARK|S|SPAN|STRONG|SUB|SUP|U)$/;

const elementOf = (node: Node): Element | null => (node instanceof Element ? node : node.parentElement);

/** The pane in which somebody has selected something, and the selection. */
export function selectedIn(canvas: HTMLElement): { range: Range; pane: HTMLElement } | undefined {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const [from, to] = [elementOf(range.startContainer), elementOf(range.endContainer)];
  if (!from || !to || !canvas.contains(from) || !canvas.contains(to)) return undefined;
  const pane = from.closest<HTMLElement>(PANE);
  if (!pane?.contains(to) || range.toString().trim() === '') return undefined;
  return { range, pane };
}

/** The passage that is selected in the canvas; undefined where nothing is, or nothing of it can be read. */
export function readSelection(canvas: HTMLElement): Draft | undefined {
  const selected = selectedIn(canvas);
  if (!selected) return undefined;
  const { range, pane } = selected;
  const from = elementOf(range.startContainer);
  const cell = from?.closest<HTMLElement>('[data-side]');
  const side = cell?.dataset.side === 'before' ? 'before' : 'after';
  const version = pane.dataset.version ?? pane.dataset[side];
  if (version === undefined) return undefined;
  const { text, start, end } = textAround(pane, range, cell ? side : undefined);
  const page = Number(from?.closest<HTMLElement>('[data-page]')?.dataset.page);
  const anchor = makeAnchor(text, start, end, Number.isInteger(page) && page > 0 ? page : null);
  return anchor && { version, anchor };
}

/** The text of a pane, of one side of it where it compares, and where the range begins and ends in it. */
function textAround(
  pane: HTMLElement,
  range: Range,
  side: 'before' | 'after' | undefined,
): { text: string; start: number; end: number } {
  const walker = document.createTreeWalker(pane, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element && isOutside(node, side) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  let text = '';
  let start: number | undefined;
  let end = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text)) {
      if (!INLINE.test(node.nodeName)) text += ' ';
      continue;
    }
    if (range.intersectsNode(node)) {
      start ??= text.length + (node === range.startContainer ? range.startOffset : 0);
      end = text.length + (node === range.endContainer ? range.endOffset : node.length);
    }
    text += node.data;
  }
  return { text, start: start ?? 0, end };
}

/** Marks of comments, and what only the other version has, are no part of the text. */
function isOutside(element: Element, side: 'before' | 'after' | undefined): boolean {
  if (element.matches('[data-comment-mark], button, [aria-hidden="true"]')) return true;
  if (!side) return false;
  if (element.matches(side === 'after' ? 'del' : 'ins')) return true;
  const own = element.getAttribute('data-side');
  return own === null ? element.matches('[data-heads]') : own !== side;
}
