import { fold, placesOf } from './fold.ts';

/** Names of the marks that pdf.module.css draws. */
const ALL = 'legajo-found';
const ONE = 'legajo-found-here';

/** A part of a page's text: the text of one node, and where it stands in the whole. */
interface Piece {
  readonly node: Text;
  readonly start: number;
}

/** Old engines draw no marks: search still leads to the page. */
const supported = (): boolean => 'highlights' in CSS && typeof Highlight === 'function';

const highlight = (name: string): Highlight => {
  const known = CSS.highlights.get(name);
  if (known) return known;
  const made = new Highlight();
  CSS.highlights.set(name, made);
  return made;
};

/**
 * Marks a text on a drawn page, without touching its nodes.
 * @param items the texts of the page as search knows them
 * @param here which one is being looked at
 * @returns takes the marks away
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
