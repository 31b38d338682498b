import { useEffect, useState } from 'react';
import { OFFICE_LIMITS } from '../../preview/office/messages.ts';
import type { ComparedTables, TableFile } from './compare-workbooks.ts';
import type { TablesToCompare } from './tables.worker.ts';

/** The comparison of two workbooks, once the worker has finished; undefined before. */
export function useComparedTables(
  kind: TableFile['kind'],
  before: Blob | undefined,
  after: Blob | undefined,
): ComparedTables | undefined {
  const [compared, setCompared] = useState<ComparedTables>();
  useEffect(() => {
    setCompared(undefined);
    if (!before || !after) return;
    const worker = new Worker(new URL('./tables.worker.ts', import.meta.url), { type: 'module' });
    const settle = (answer: ComparedTables): void => {
      clearTimeout(late);
      worker.terminate();
      setCompared(answer);
    };
    const late = setTimeout(() => settle({ fault: 'timeout', of: 'after' }), 2 * OFFICE_LIMITS.timeMs);
    worker.onmessage = ({ data }: MessageEvent<ComparedTables>) => settle(data);
    // Also called when the worker runs out of memory.
    worker.onerror = () => settle({ fault: 'too_large', of: 'after' });
    worker.postMessage({
      before: { kind, content: before },
      after: { kind, content: after },
    } satisfies TablesToCompare);
    return () => {
      clearTimeout(late);
      worker.terminate();
    };
  }, [kind, before, after]);
  return compared;
}
