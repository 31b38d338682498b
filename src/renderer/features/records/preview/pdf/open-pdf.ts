import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import jbig2Url from 'pdfjs-dist/wasm/jbig2.wasm?url';
import openJpegUrl from 'pdfjs-dist/wasm/openjpeg.wasm?url';

GlobalWorkerOptions.workerSrc = workerUrl;

/** Decoders for formats of scanners (JBIG2, JPEG 2000). The page loads them, its worker compiles them. */
const DECODERS: Readonly<Record<string, string>> = { 'jbig2.wasm': jbig2Url, 'openjpeg.wasm': openJpegUrl };

class Decoders {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const url = DECODERS[filename];
    if (!url) throw new Error(`No decoder: ${filename}`);
    return new Uint8Array(await (await fetch(url)).arrayBuffer());
  }
}

/** Maximum pixels of one picture; a scan of a large plan has 100 million. A hostile file claims more. */
const PICTURE_PIXELS = 160 * 1000 ** 2;

/** Why a PDF cannot be opened. */
export type PdfFault = 'encrypted' | 'corrupt';

/** A PDF that is being opened. `close` frees its worker, whatever the result. */
export function openPdf(content: Blob): {
  opened: Promise<{ document: PDFDocumentProxy } | { fault: PdfFault }>;
  close(): void;
} {
  let task: ReturnType<typeof getDocument> | undefined;
  let closed = false;
  const opened = (async () => {
    const data = await content.arrayBuffer();
    if (closed) return { fault: 'corrupt' } as const;
    // For hostile files: no scripts run, and fonts are drawn instead of loaded.
    task = getDocument({
      data,
      isEvalSupported: false,
      enableXfa: false,
      maxImageSize: PICTURE_PIXELS,
      BinaryDataFactory: Decoders,
      wasmUrl: '/',
      useWorkerFetch: false,
    });
    try {
      const document = await task.promise;
      // Where its table of contents is broken, it may open and have no page that can be reached.
      await document.getPage(1);
      return { document };
    } catch (error) {
      const name = error instanceof Error ? error.name : '';
      return { fault: name === 'PasswordException' ? 'encrypted' : 'corrupt' } as const;
    }
  })();
  return {
    opened,
    close() {
      closed = true;
      void task?.destroy();
    },
  };
}
