import type { ReactNode } from 'react';
import type { PreviewFault } from '../office/messages.ts';
import { PreviewSkeleton } from '../preview-skeleton.tsx';
import { PdfReader } from './pdf-reader.tsx';
import { usePdf } from './use-pdf.ts';

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
  const opened = usePdf(content);
  if (!opened) return <PreviewSkeleton />;
  return 'fault' in opened ? broken(opened.fault) : <PdfReader document={opened.document} name={name} />;
}
