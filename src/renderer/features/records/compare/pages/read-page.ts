import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { Pixels } from '../images/changed-regions.ts';

/** The longer side in pixels at which pages are compared: a letter of 8 points is about 15 pixels high. */
const LONGEST = 1_600;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A page's size in points of 1/72 inch, as it is turned. */
export const sizeOf = (page: PDFPageProxy): Size => page.getViewport({ scale: 1 });

/** Two pages whose sides differ by less than this many points are of one size: programs round them differently. */
const SAME_SIZE = 1;

export const isSameSize = (one: Size, other: Size): boolean =>
  Math.abs(one.width - other.width) < SAME_SIZE && Math.abs(one.height - other.height) < SAME_SIZE;

/**
 * The pixels of two pages of one size, drawn at one scale on white.
 * @throws where the browser cannot draw one of them, or `signal` is aborted
 */
export async function readPages(
  before: PDFPageProxy,
  after: PDFPageProxy,
  signal: AbortSignal,
): Promise<[Pixels, Pixels]> {
  const { width, height } = sizeOf(after);
  const scale = LONGEST / Math.max(width, height);
  const size = { width: Math.ceil(width * scale), height: Math.ceil(height * scale) };
  return [await draw(before, scale, size, signal), await draw(after, scale, size, signal)];
}

async function draw(page: PDFPageProxy, scale: number, size: Size, signal: AbortSignal): Promise<Pixels> {
  signal.throwIfAborted();
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No canvas for comparing pages');
  const drawing = page.render({ canvas, viewport: page.getViewport({ scale }) });
  const cancel = (): void => drawing.cancel();
  signal.addEventListener('abort', cancel);
  try {
    await drawing.promise;
    return context.getImageData(0, 0, size.width, size.height);
  } finally {
    signal.removeEventListener('abort', cancel);
    // Browsers keep the memory of a canvas until its size is nothing.
    canvas.width = 0;
    canvas.height = 0;
  }
}

/** The words of each of so many pages, one after the other; '' where a page has none or is damaged. */
export const readTexts = (
  document: PDFDocumentProxy,
  pages: number,
  signal: AbortSignal,
): Promise<string[]> => readEach(document, pages, signal, (words) => words.map(({ str }) => str).join(' '));

/** The same, with the lines of each page on their own. */
export const readLines = (
  document: PDFDocumentProxy,
  pages: number,
  signal: AbortSignal,
): Promise<string[]> =>
  readEach(document, pages, signal, (words) =>
    words.map(({ str, hasEOL }) => str + (hasEOL ? '\n' : '')).join(''),
  );

interface Word {
  readonly str: string;
  readonly hasEOL: boolean;
}

async function readEach(
  document: PDFDocumentProxy,
  pages: number,
  signal: AbortSignal,
  join: (words: readonly Word[]) => string,
): Promise<string[]> {
  const texts: string[] = [];
  for (let number = 1; number <= pages; number += 1) {
    signal.throwIfAborted();
    try {
      const { items } = await (await document.getPage(number)).getTextContent();
      texts.push(join(items.flatMap((item) => ('str' in item ? [item] : []))).trim());
    } catch {
      texts.push('');
    }
  }
  return texts;
}
