import { useEffect, useState } from 'react';
import type { ToCompare } from './compare.worker.ts';
import type { Comparison } from './compare-texts.ts';

/** The comparison of two texts, once the worker has finished. */
export function useComparison(before: string | undefined, after: string | undefined): Comparison | undefined {
  const [comparison, setComparison] = useState<Comparison>();
  useEffect(() => {
    setComparison(undefined);
    if (before === undefined || after === undefined) return;
    const worker = new Worker(new URL('./compare.worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Comparison>) => setComparison(data);
    worker.onerror = () => setComparison({ fault: 'different' });
    worker.postMessage({ before, after } satisfies ToCompare);
    return () => worker.terminate();
  }, [before, after]);
  return comparison;
}
