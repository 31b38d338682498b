import type { PDFDocumentProxy } from 'pdfjs-dist';
import { withoutLooseEnd } from '../closing.ts';
import { changedRegions, type Region } from '../images/changed-regions.ts';
import { type PagePair, pageStanding, pairPages } from './pair-pages.ts';
import { isSameSize, readPages, readTexts, sizeOf } from './read-page.ts';

/** How the two pages of a pair look beside each other. */
export type PageChange =
  | { readonly kind: 'regions'; readonly regions: readonly Region[] }
  /** Only one of the versions has it. */
  | { readonly kind: 'alone' }
  | { readonly kind: 'resized' }
  /** One of them cannot be drawn. */
  | { readonly kind: 'unknown' };

export interface ComparedPair {
  readonly pair: PagePair;
  /** Undefined until it was compared. */
  readonly change: PageChange | undefined;
}

/** A document, and whether its file has more pages than it. */
export interface PagedDocument {
  readonly document: PDFDocumentProxy;
  /** How many of its pages are compared. */
  readonly pages: number;
  readonly cut: boolean;
}

/**
 * Pairs the pages of two documents, then compares one pair after the other, so that the first changes are seen before
 * the last page is drawn.
 * @param onResult called with all pairs each time that one more was compared
 */
export async function comparePages(
  { document: before, pages: beforePages, cut: beforeCut }: PagedDocument,
  { document: after, pages: afterPages, cut: afterCut }: PagedDocument,
  signal: AbortSignal,
  onResult: (pairs: readonly ComparedPair[]) => void,
): Promise<void> {
  const texts = [
    await readTexts(before, beforePages, signal),
    await readTexts(after, afterPages, signal),
  ] as const;
  const paired = withoutLooseEnd(pairPages(...texts), pageStanding, { before: beforeCut, after: afterCut });
  let pairs: readonly ComparedPair[] = paired.map((pair) => ({ pair, change: undefined }));
  onResult(pairs);
  for (const [at, { pair }] of pairs.entries()) {
    const change = await compare(before, after, pair, signal);
    signal.throwIfAborted();
    pairs = pairs.map((each, index) => (index === at ? { pair, change } : each));
    onResult(pairs);
  }
}

async function compare(
  before: PDFDocumentProxy,
  after: PDFDocumentProxy,
  pair: PagePair,
  signal: AbortSignal,
): Promise<PageChange> {
  if (pair.before === undefined || pair.after === undefined) return { kind: 'alone' };
  try {
    const pages = [await before.getPage(pair.before), await after.getPage(pair.after)] as const;
    if (!isSameSize(sizeOf(pages[0]), sizeOf(pages[1]))) return { kind: 'resized' };
    const regions = changedRegions(...(await readPages(...pages, signal)));
    return { kind: 'regions', regions };
  } catch {
    signal.throwIfAborted();
    return { kind: 'unknown' };
  }
}
