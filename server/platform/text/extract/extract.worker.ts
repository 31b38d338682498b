import { answerQuestions } from '../../fence/fenced-worker.ts';
import type { TextKind } from './extraction.ts';
import { readDocument } from './read-document.ts';

/**
 * Reads one document after the other, in a process that may read its own code and do nothing else (no other files, no
 * writing, no programs, no addons), behind the fences of decision 0044. It knows nothing that a hostile document could
 * reveal.
 */
export interface ToExtract {
  readonly kind: TextKind;
  readonly bytes: Uint8Array;
}

answerQuestions(({ kind, bytes }: ToExtract) => readDocument(kind, bytes));
// pdf.js leaves unhandled rejections behind where a file is truncated. The document's answer comes all the same.
process.on('unhandledRejection', () => undefined);
