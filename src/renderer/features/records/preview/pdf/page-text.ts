import type { PDFDocumentProxy } from 'pdfjs-dist';
import { fold } from './fold.ts';

/** The words of a page, run together as they are drawn, folded for search; lines end in a blank. */
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
    // A damaged page costs only itself.
    return '';
  }
}
