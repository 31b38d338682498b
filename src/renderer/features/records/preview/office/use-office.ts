import { useEffect, useState } from 'react';
import {
  OFFICE_LIMITS,
  type OfficeAnswer,
  type OfficeModels,
  type OfficeRequest,
  type PreviewFault,
} from './messages.ts';

/** The content of a file once its worker has read it, or why it cannot be shown; undefined before. */
export type Reading<K extends OfficeRequest['kind']> =
  | { readonly model: OfficeModels[K] }
  | { readonly fault: PreviewFault }
  | undefined;

/** Reads a file in a worker of its own, once there is one. The worker is terminated with the screen, after its answer, or on timeout. */
export function useOffice<K extends OfficeRequest['kind']>(
  kind: K,
  content: Blob | undefined,
  sheet = 0,
): Reading<K> {
  const [reading, setReading] = useState<Reading<K>>();
  useEffect(() => {
    setReading(undefined);
    if (!content) return;
    const worker = new Worker(new URL('./office.worker.ts', import.meta.url), { type: 'module' });
    const settle = (answer: OfficeAnswer): void => {
      clearTimeout(late);
      worker.terminate();
      setReading(answer as Reading<K>);
    };
    const late = setTimeout(() => settle({ fault: 'timeout' }), OFFICE_LIMITS.timeMs);
    worker.onmessage = ({ data }: MessageEvent<OfficeAnswer>) => settle(data);
    // Also called when the worker runs out of memory.
    worker.onerror = () => settle({ fault: 'too_large' });
    worker.postMessage({ kind, content, sheet });
    return () => {
      clearTimeout(late);
      worker.terminate();
    };
  }, [kind, content, sheet]);
  return reading;
}
