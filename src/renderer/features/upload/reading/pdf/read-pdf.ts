import { getDocument, PDFWorker, VerbosityLevel } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { describeFile, type FileContent } from '../found.ts';
import { readPages } from './pages.ts';

/**
 * A worker of pdf.js for one file. Whoever creates it terminates it: pdf.js itself first waits for an answer, which a
 * hostile file can withhold.
 */
export const createPdfWorker = (): Worker => new Worker(workerUrl, { type: 'module' });

/** @throws whatever pdf.js finds wrong with the file */
export async function readPdf(file: Blob, port: Worker): Promise<FileContent> {
  // The library takes a worker here, though its types do not say so.
  const worker = new PDFWorker({ port: port as unknown as null, verbosity: VerbosityLevel.ERRORS });
  try {
    const task = getDocument({
      data: await file.arrayBuffer(),
      worker,
      verbosity: VerbosityLevel.ERRORS,
      // For hostile files: no scripts run, no font is loaded, and no picture is unpacked, as none is read.
      isEvalSupported: false,
      enableXfa: false,
      disableFontFace: true,
      useSystemFonts: false,
      useWorkerFetch: false,
      maxImageSize: 1,
    });
    // There is nobody here to type a password.
    task.onPassword = () => {
      throw new Error('The file is encrypted');
    };
    return describeFile(await readPages(await task.promise));
  } finally {
    worker.destroy();
  }
}
