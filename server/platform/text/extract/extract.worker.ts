import type { TextKind } from './extraction.ts';
import { readDocument } from './read-document.ts';

/**
 * Reads one document after the other, in a process that may read its own code and do nothing else (no other files, no
 * writing, no programs, no addons), behind the fences of decision 0044. It is told nothing that a document could tell
 * anybody.
 */
export interface ToExtract {
  readonly kind: TextKind;
  readonly bytes: Uint8Array;
}

process.on('message', (message: ToExtract) => {
  void readDocument(message.kind, message.bytes).then((extraction) => process.send?.(extraction));
});
// pdf.js leaves promises of its own behind where a file breaks off: the document's answer comes all the same.
process.on('unhandledRejection', () => undefined);
process.on('disconnect', () => process.exit());
