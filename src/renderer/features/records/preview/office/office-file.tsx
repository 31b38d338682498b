import type { ReactNode } from 'react';
import { PreviewSkeleton } from '../preview-skeleton.tsx';
import type { OfficeModels, OfficeRequest, PreviewFault } from './messages.ts';
import { useOffice } from './use-office.ts';

/** Props of every preview whose file is read by a worker. */
export interface ReadPreview {
  readonly content: Blob;
  readonly name: string;
  /** The message for each fault of a file. */
  readonly broken: (fault: PreviewFault) => ReactNode;
}

/** A file read in a worker: placeholder bars, then its content, or why it cannot be shown. */
export function OfficeFile<K extends OfficeRequest['kind']>({
  kind,
  content,
  broken,
  children,
}: Omit<ReadPreview, 'name'> & { kind: K; children: (model: OfficeModels[K]) => ReactNode }) {
  const reading = useOffice(kind, content);
  if (!reading) return <PreviewSkeleton />;
  return 'fault' in reading ? broken(reading.fault) : children(reading.model);
}
