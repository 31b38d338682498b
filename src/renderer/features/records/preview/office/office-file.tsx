import type { ReactNode } from 'react';
import { PreviewSkeleton } from '../preview-skeleton.tsx';
import type { OfficeModels, OfficeRequest, PreviewFault } from './messages.ts';
import { useOffice } from './use-office.ts';

/** What every preview of a file that a worker reads is given. */
export interface ReadPreview {
  readonly content: Blob;
  readonly name: string;
  /** What stands there instead, by what is the matter with the file. */
  readonly broken: (fault: PreviewFault) => ReactNode;
}

/** A file read in a worker: bars until it is, what it holds, or why it cannot be shown. */
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
