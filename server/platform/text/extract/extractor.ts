import { createFencedNode, type FencedNodeOptions } from '../../fence/fenced-node.ts';
import type { ToExtract } from './extract.worker.ts';
import { EXTRACT_LIMITS, type Extraction, type TextKind } from './extraction.ts';

/**
 * Reads the words of documents, one at a time.
 * Documents are read in a process of their own, because a thread that runs out of memory would end the server. It runs
 * behind the fences that this system offers. It is ended when a document takes too much time or memory, and the next
 * document starts a new one.
 */
export function createExtractor(
  surroundings: Pick<FencedNodeOptions, 'log' | 'dataDir'> = {},
  limits: { timeMs: number; residentBytes: number } = EXTRACT_LIMITS,
) {
  const { timeMs, residentBytes } = limits;
  const node = createFencedNode<ToExtract, Extraction>({
    ...{ ...surroundings, name: 'extractor', worker: './extract.worker', from: import.meta.url },
    ...{ heapMb: EXTRACT_LIMITS.heapMb, timeMs, residentBytes },
  });
  return {
    /** Never rejects: what cannot be read has a reason. Calls wait for each other. */
    async extract(bytes: Uint8Array, kind: TextKind): Promise<Extraction> {
      const outcome = await node.ask({ kind, bytes });
      if ('answer' in outcome) return outcome.answer;
      return { none: outcome.ended === 'crashed' ? 'failed' : outcome.ended };
    },
    close: node.close,
  };
}

export type Extractor = ReturnType<typeof createExtractor>;
