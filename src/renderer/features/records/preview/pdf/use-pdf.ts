import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';
import { openPdf, type PdfFault } from './open-pdf.ts';

export interface OpenedPdf {
  readonly document: PDFDocumentProxy;
  /** How many of its pages are shown. */
  readonly pages: number;
  /** Whether it has more. */
  readonly isCut: boolean;
}

/**
 * A PDF that is open in its worker while it is shown, or why it cannot be; undefined until that is known.
 * @param most how many of its pages are shown; undefined for all
 */
export function usePdf(
  content: Blob,
  most = Number.POSITIVE_INFINITY,
): OpenedPdf | { fault: PdfFault } | undefined {
  const [state, setState] = useState<{ document: PDFDocumentProxy } | { fault: PdfFault }>();
  useEffect(() => {
    let alive = true;
    const { opened, close } = openPdf(content);
    void opened.then((result) => alive && setState(result));
    return () => {
      alive = false;
      close();
    };
  }, [content]);
  if (!state || 'fault' in state) return state;
  const { document } = state;
  return { document, pages: Math.min(most, document.numPages), isCut: document.numPages > most };
}
