import type { TextSink } from './collector.ts';
import { EXTRACT_LIMITS, NoText } from './extraction.ts';

/** Maximum number of pages that are read, with text or without. */
const PAGES_READ = EXTRACT_LIMITS.pages;

/** Loaded with the first PDF, because it is most of the start of such a process. */
async function loadPdfJs(): Promise<typeof import('pdfjs-dist/legacy/build/pdf.mjs')> {
  // The library expects these globals for drawing, which is not done here. The addon that has them may not be loaded.
  const scope = globalThis as { DOMMatrix?: unknown; ImageData?: unknown; Path2D?: unknown };
  scope.DOMMatrix ??= class {};
  scope.ImageData ??= class {};
  scope.Path2D ??= class {};
  return import('pdfjs-dist/legacy/build/pdf.mjs');
}

/** Reads page by page, so that a damaged page loses only itself. @throws NoText encrypted, corrupt */
export async function readPdf(bytes: Uint8Array, into: TextSink): Promise<void> {
  const { getDocument, VerbosityLevel } = await loadPdfJs();
  const task = getDocument({
    // A copy: the library refuses Node's buffers, and takes over what it is given.
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    // Pictures are not read, so none is unpacked, however large it says it is.
    maxImageSize: 1,
  });
  // There is nobody here to type a password.
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
