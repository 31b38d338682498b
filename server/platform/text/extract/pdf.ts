import type { TextSink } from './collector.ts';
import { EXTRACT_LIMITS, NoText } from './extraction.ts';

/** A document of pages without any end is left after this many, text or none. */
const PAGES_READ = EXTRACT_LIMITS.pages;

/** Loaded with the first PDF: it is most of what a process of this kind has to start. */
async function loadPdfJs(): Promise<typeof import('pdfjs-dist/legacy/build/pdf.mjs')> {
  // It wants these to be there to draw with, which nothing here does; the addon that has them may not be loaded.
  const scope = globalThis as { DOMMatrix?: unknown; ImageData?: unknown; Path2D?: unknown };
  scope.DOMMatrix ??= class {};
  scope.ImageData ??= class {};
  scope.Path2D ??= class {};
  return import('pdfjs-dist/legacy/build/pdf.mjs');
}

/** Page by page, so that a damaged one costs only itself. @throws NoText encrypted, corrupt */
export async function readPdf(bytes: Uint8Array, into: TextSink): Promise<void> {
  const { getDocument, VerbosityLevel } = await loadPdfJs();
  const task = getDocument({
    // A copy: it refuses Node's buffers, and keeps what it is given.
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    // Pictures are not looked at; one that says it is enormous is not unpacked either.
    maxImageSize: 1,
  });
  // Nobody types a password here.
  task.onPassword = () => {
    throw new NoText('encrypted');
  };
  try {
    const document = await task.promise.catch((error: unknown) => {
      const name = error instanceof Error ? error.name : '';
      throw new NoText(error instanceof NoText || name === 'PasswordException' ? 'encrypted' : 'corrupt');
    });
    let damaged = 0;
    const last = Math.min(document.numPages, PAGES_READ);
    for (let number = 1; number <= last; number += 1) {
      let text = '';
      try {
        const page = await document.getPage(number);
        const { items } = await page.getTextContent();
        text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
        page.cleanup();
      } catch {
        damaged += 1;
      }
      into.add(number, text);
    }
    if (document.numPages > last) into.truncated = true;
    if (damaged === last) throw new NoText('corrupt');
  } finally {
    await task.destroy();
  }
}
