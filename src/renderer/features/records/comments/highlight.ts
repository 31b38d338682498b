import { sameWords } from '../compare/compare-texts.ts';

/** Names of the highlights that comments.module.css styles. */
const NAME = 'legajo-commented';

/** Older browsers draw none; the mark at the row stays. */
const drawn = (): Highlight | undefined => {
  if (!('highlights' in CSS) || typeof Highlight !== 'function') return undefined;
  const known = CSS.highlights.get(NAME);
  if (known) return known;
  const made = new Highlight();
  CSS.highlights.set(NAME, made);
  return made;
};

/**
 * Highlights passages in rendered text, without changing its nodes.
 * @param passages the elements that hold each, in their order, and its words
 * @returns removes the highlights
 */
export function highlightPassages(
  passages: readonly { readonly within: readonly Element[]; readonly quote: string }[],
): () => void {
  const highlight = drawn();
  if (!highlight) return () => undefined;
  const ranges = passages.flatMap(({ within, quote }) => rangeOf(within, quote) ?? []);
  for (const range of ranges) highlight.add(range);
  return () => {
    for (const range of ranges) highlight.delete(range);
  };
}

/** Compares without regard to kinds of spaces, quotes and dashes, and to where lines end. */
function rangeOf(within: readonly Element[], quote: string): Range | undefined {
  const places: [node: Text, offset: number][] = [];
  let text = '';
  const take = (letter: string, node: Text, offset: number): void => {
    const folded = sameWords(letter);
    if (folded === ' ' && (text === '' || text.endsWith(' '))) return;
    text += folded;
    places.push([node, offset]);
  };
  for (const element of within) {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT, (node) =>
      node.parentElement?.closest('del, [data-comment-mark]')
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
    );
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!(node instanceof Text)) continue;
      for (let at = 0; at < node.length; at += 1) take(node.data[at] ?? '', node, at);
    }
    const last = places.at(-1);
    if (last) take(' ', last[0], last[1]);
  }
  const wanted = sameWords(quote).trim();
  const at = text.indexOf(wanted);
  const [from, to] = [places[at], places[at + wanted.length - 1]];
  if (at < 0 || wanted === '' || !from || !to) return undefined;
  const range = new Range();
  range.setStart(...from);
  range.setEnd(to[0], Math.min(to[0].length, to[1] + 1));
  return range;
}
