import { createFencedNode } from '../../fence/fenced-node.ts';
import type { RawTable, TableAnswer, TableQuestion } from './table.worker.ts';
import { FAULTS, TableFault } from './table-fault.ts';

/** One at a time: tables are imported a few times a year. */
const reader = createFencedNode<TableQuestion, TableAnswer>({
  ...{ name: 'reader of tables', worker: './table.worker', from: import.meta.url },
  ...{ heapMb: 192, residentBytes: 512 * 1024 ** 2, timeMs: 10_000 },
});

/**
 * The cells of a CSV or of a workbook's sheet, read in a fenced process (decisions 0044, 0058): at most one column more
 * than an import may have, so that the caller sees that there are too many.
 * @throws TableFault
 */
export async function readRows(bytes: Uint8Array, titles: readonly string[]): Promise<RawTable> {
  const outcome = await reader.ask({ bytes, titles });
  if ('ended' in outcome) {
    if (outcome.ended === 'failed') throw new Error('The process that reads tables did not start');
    throw new TableFault(outcome.ended === 'crashed' ? FAULTS.corrupt : FAULTS.too_large);
  }
  if ('fault' in outcome.answer) throw new TableFault(outcome.answer.fault);
  return outcome.answer;
}
