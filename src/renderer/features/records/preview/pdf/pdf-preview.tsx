import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type ReactNode, useEffect, useState } from 'react';
import type { PreviewFault } from '../office/messages.ts';
import { PreviewSkeleton } from '../preview-skeleton.tsx';
import { openPdf } from './open-pdf.ts';
import { PdfReader } from './pdf-reader.tsx';

/** Opens a PDF in its worker, or says why it cannot be shown. */
export function PdfPreview({
  content,
  name,
  broken,
}: {
  content: Blob;
  name: string;
  broken: (fault: PreviewFault) => ReactNode;
}) {
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
  if (!state) return <PreviewSkeleton />;
  return 'fault' in state ? broken(state.fault) : <PdfReader document={state.document} name={name} />;
}
