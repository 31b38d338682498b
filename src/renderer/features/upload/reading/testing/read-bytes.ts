import type { PDFDocumentProxy } from 'pdfjs-dist';
import { describeFile, type FileContent, type Found } from '../found.ts';
import { readKind } from '../kinds.ts';
import { readPages } from '../pdf/pages.ts';
import { readFile } from '../read-file.ts';

/** Any day of the year that the tests' documents are of. */
const NOW = new Date(2026, 5, 1);

/** Opens a PDF in Node, in the library's form for it. */
async function readPdf(bytes: Uint8Array): Promise<Found> {
  // The library expects these globals for drawing, which is not done here.
  const scope = globalThis as { DOMMatrix?: unknown; ImageData?: unknown; Path2D?: unknown };
  scope.DOMMatrix ??= class {};
  scope.ImageData ??= class {};
  scope.Path2D ??= class {};
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    maxImageSize: 1,
  });
  try {
    return await readPages((await task.promise) as unknown as PDFDocumentProxy);
  } finally {
    await task.destroy();
  }
}

/** What a file of this name and these bytes says about itself, without workers; undefined where its kind is not read. */
export async function readBytes(name: string, bytes: Uint8Array): Promise<FileContent | undefined> {
  const kind = readKind(name, bytes.subarray(0, 1024));
  if (!kind) return undefined;
  const found = kind === 'pdf' ? await readPdf(bytes) : await readFile(new Blob([bytes as BlobPart]), kind);
  return describeFile(found, NOW);
}
