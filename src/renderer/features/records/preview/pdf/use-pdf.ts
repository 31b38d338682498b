import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';
import type { PreviewFault } from '../office/messages.ts';
import { openPdf } from './open-pdf.ts';

/** A PDF that is open in its worker while it is shown, or why it cannot be; undefined until that is known. */
export function usePdf(content: Blob): { document: PDFDocumentProxy } | { fault: PreviewFault } | undefined {
  const [state, setState] = useState<{ document: PDFDocumentProxy } | { fault: PreviewFault }>();
  useEffect(() => {
    let alive = true;
    const { opened, close } = openPdf(content);
    void opened.then((result) => alive && setState(result));
    return () => {
      alive = false;
      close();
    };
  }, [content]);
  return state;
}
