import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { Found } from '../found.ts';
import { TEXT_CHARACTERS } from '../plain-text.ts';
import { headline } from './headline.ts';
import { type Line, linesOf, type TextPiece } from './lines.ts';

const PAGES = 2;
/** Pieces and characters of a page that are read; a dense printed page has some thousand pieces. */
const PIECES = 4_000;
const ENOUGH_CHARACTERS = 2 * TEXT_CHARACTERS;

/** The beginning of a PDF that is open. */
export async function readPages(document: PDFDocumentProxy): Promise<Found> {
  const pages: Line[][] = [];
  for (let number = 1; number <= Math.min(PAGES, document.numPages); number += 1) {
    pages.push(await readPage(document, number));
  }
  const [first = [], ...others] = pages;
  const text = pages.map((lines) => lines.map((line) => line.text).join('\n')).join('\n\n');
  return { text, titles: [headline(first, others.flat()), await ownTitle(document)] };
}

/** The lines of a page, none where it is damaged. */
async function readPage(document: PDFDocumentProxy, number: number): Promise<Line[]> {
  const pieces: TextPiece[] = [];
  let characters = 0;
  try {
    const page = await document.getPage(number);
    const reader = page.streamTextContent().getReader();
    while (pieces.length < PIECES && characters < ENOUGH_CHARACTERS) {
      const { done, value } = await reader.read();
      if (done) return linesOf(pieces);
      for (const item of value.items) {
        if (!('str' in item)) continue;
        pieces.push(item);
        characters += item.str.length;
      }
    }
    // Without waiting: the worker is ended soon, and a page may have no end.
    void reader.cancel(new Error('enough')).catch(() => undefined);
  } catch {
    // What was read before the damage counts.
  }
  return linesOf(pieces);
}

async function ownTitle(document: PDFDocumentProxy): Promise<string | undefined> {
  try {
    const { info } = await document.getMetadata();
    const title = (info as { Title?: unknown }).Title;
    return typeof title === 'string' ? title : undefined;
  } catch {
    return undefined;
  }
}
