import { useEffect, useState } from 'react';
import type { ToCompare } from './compare.worker.ts';
import type { Comparison } from './compare-texts.ts';

/** The comparison of two texts, once the worker has finished. */
export function useComparison(texts: ToCompare | undefined): Comparison | undefined {
  const [comparison, setComparison] = useState<Comparison>();
  const { before, after } = texts ?? {};
  const [older, newer] = [before?.text, after?.text];
  const [olderBreaks, newerBreaks] = [before?.breaks, after?.breaks];
  const [olderCut, newerCut] = [before?.cut === true, after?.cut === true];
  useEffect(() => {
    setComparison(undefined);
    if (older === undefined || newer === undefined || !olderBreaks || !newerBreaks) return;
    const worker = new Worker(new URL('./compare.worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Comparison>) => setComparison(data);
    worker.onerror = () => setComparison({ fault: 'different' });
    worker.postMessage({
      before: { text: older, breaks: olderBreaks, cut: olderCut },
      after: { text: newer, breaks: newerBreaks, cut: newerCut },
    } satisfies ToCompare);
    return () => worker.terminate();
  }, [older, newer, olderBreaks, newerBreaks, olderCut, newerCut]);
  return comparison;
}
