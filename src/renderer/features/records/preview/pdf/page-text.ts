import type { PDFDocumentProxy } from 'pdfjs-dist';
import { fold } from './fold.ts';

/** The folded text of a page in drawing order, for the search. Lines end with a space. */
const texts = new WeakMap<PDFDocumentProxy, Map<number, Promise<string>>>();

export function pageText(document: PDFDocumentProxy, number: number): Promise<string> {
  const known = texts.get(document) ?? new Map<number, Promise<string>>();
  texts.set(document, known);
  const read = known.get(number) ?? readPage(document, number);
  known.set(number, read);
  return read;
}

async function readPage(document: PDFDocumentProxy, number: number): Promise<string> {
  try {
    const { items } = await (await document.getPage(number)).getTextContent();
    return fold(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join(''));
  } catch {
    // A damaged page has no text; the others are still searched.
    return '';
  }
}
