import { fold, placesOf } from './fold.ts';

/** Names of the highlights that pdf.module.css styles. */
const ALL = 'legajo-found';
const ONE = 'legajo-found-here';

/** A text node of a page, and its position in the page's text. */
interface Piece {
  readonly node: Text;
  readonly start: number;
}

/** Older browsers do not draw highlights; the search still goes to the page. */
const supported = (): boolean => 'highlights' in CSS && typeof Highlight === 'function';

const highlight = (name: string): Highlight => {
  const known = CSS.highlights.get(name);
  if (known) return known;
  const made = new Highlight();
  CSS.highlights.set(name, made);
  return made;
};

/**
 * Highlights a text on a rendered page, without changing its nodes.
 * @param items the page's texts as the search has them
 * @param here index of the current match
 * @returns removes the highlights
 */
export function mark(
  items: readonly { readonly text: string; readonly eol: boolean; readonly element: HTMLElement }[],
  wanted: string,
  here: number | undefined,
): { ranges: readonly Range[]; clear(): void } {
  if (!supported() || wanted === '') return { ranges: [], clear: () => undefined };
  const pieces: Piece[] = [];
  let whole = '';
  for (const { text, eol, element } of items) {
    if (element.firstChild instanceof Text) pieces.push({ node: element.firstChild, start: whole.length });
    whole += text + (eol ? ' ' : '');
  }
  const ranges = placesOf(fold(whole), wanted, 1_000).flatMap((at) => {
    const range = rangeOf(pieces, at, at + wanted.length);
    return range ? [range] : [];
  });
  for (const [index, range] of ranges.entries()) highlight(index === here ? ONE : ALL).add(range);
  return {
    ranges,
    clear: () => {
      for (const range of ranges) for (const name of [ALL, ONE]) CSS.highlights.get(name)?.delete(range);
    },
  };
}

function rangeOf(pieces: readonly Piece[], from: number, to: number): Range | undefined {
  const holding = (at: number): Piece | undefined =>
    pieces.findLast(({ start, node }) => start <= at && at <= start + node.length);
  const first = pieces.find(({ start, node }) => from >= start && from < start + node.length);
  const last = holding(to);
  if (!first || !last) return undefined;
  const range = new Range();
  range.setStart(first.node, from - first.start);
  range.setEnd(last.node, Math.min(last.node.length, to - last.start));
  return range;
}
