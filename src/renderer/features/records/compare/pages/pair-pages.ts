import type { Standing } from '../closing.ts';
import { type Pair, pairSentences } from '../pair-sentences.ts';

interface Page {
  readonly number: number;
  readonly text: string;
}

/** A page of each version that belong together, by number from 1; a page that only one of them has stands alone. */
export type PagePair =
  | { readonly before: number; readonly after: number }
  | { readonly before: number; readonly after: undefined }
  | { readonly before: undefined; readonly after: number };

export const pageStanding = ({ before, after }: PagePair): Standing =>
  before === undefined ? 'added' : after === undefined ? 'removed' : 'both';

/** Page numbers that are weighed against each other. Longer rewrites are paired in order. */
const WEIGHED = 250_000;

/**
 * Pairs the pages of two versions by their words, in the order of both, so that a page put in between does not make
 * every later one look changed. Pages without words, such as scans, are paired in order.
 * @param before the text of each page
 */
export function pairPages(before: readonly string[], after: readonly string[]): PagePair[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail])
    tail += 1;
  const pages = (texts: readonly string[]): Page[] => texts.map((text, at) => ({ number: at + 1, text }));
  const [all, others] = [pages(before), pages(after)];
  const [older, newer] = [all.slice(head, all.length - tail), others.slice(head, others.length - tail)];
  const middle = older.length * newer.length > WEIGHED ? inOrder(older, newer) : pairSentences(older, newer);
  const ends = inOrder(all.slice(all.length - tail), others.slice(others.length - tail));
  return [...inOrder(all.slice(0, head), others.slice(0, head)), ...rewritten(middle), ...ends].map(
    toNumbers,
  );
}

const inOrder = (before: readonly Page[], after: readonly Page[]): Pair<Page>[] =>
  Array.from({ length: Math.max(before.length, after.length) }, (_, at) => [before[at], after[at]]);

/** As many pages gone as new in one place: they were rewritten, and are compared one by one. */
function rewritten(pairs: readonly Pair<Page>[]): Pair<Page>[] {
  const result: Pair<Page>[] = [];
  let gone: Page[] = [];
  let come: Page[] = [];
  const close = (): void => {
    if (gone.length === come.length) result.push(...inOrder(gone, come));
    else result.push(...inOrder(gone, []), ...inOrder([], come));
    gone = [];
    come = [];
  };
  for (const [before, after] of pairs) {
    if (before && after) {
      close();
      result.push([before, after]);
    } else if (before) gone.push(before);
    else if (after) come.push(after);
  }
  close();
  return result;
}

const toNumbers = ([before, after]: Pair<Page>): PagePair =>
  ({ before: before?.number, after: after?.number }) as PagePair;
