import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';
import { openPdf } from '../../preview/pdf/open-pdf.ts';

/** A PDF that is open while the page shows it; undefined until it is. */
export function usePdf(content: Blob): PDFDocumentProxy | 'broken' | undefined {
  const [document, setDocument] = useState<PDFDocumentProxy | 'broken'>();
  useEffect(() => {
    let alive = true;
    const { opened, close } = openPdf(content);
    void opened.then((result) => alive && setDocument('fault' in result ? 'broken' : result.document));
    return () => {
      alive = false;
      close();
    };
  }, [content]);
  return document;
}
