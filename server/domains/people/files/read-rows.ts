import { createFencedNode } from '../../../platform/fence/fenced-node.ts';
import type { SheetAnswer } from './sheet.worker.ts';
import { FAULTS, TableFault } from './table-fault.ts';

/** One at a time: people are imported a few times a year. */
const reader = createFencedNode<Uint8Array, SheetAnswer>({
  ...{ name: 'reader of tables', worker: './sheet.worker', from: import.meta.url },
  ...{ heapMb: 192, residentBytes: 512 * 1024 ** 2, timeMs: 10_000 },
});

/**
 * The cells of a workbook's first sheet, read in a fenced process (decision 0044).
 * @throws TableFault
 */
export async function readSheetOf(bytes: Uint8Array): Promise<string[][]> {
  const outcome = await reader.ask(bytes);
  if ('ended' in outcome) {
    if (outcome.ended === 'failed') throw new Error('The process that reads tables ended');
    throw new TableFault(FAULTS.too_large);
  }
  if ('fault' in outcome.answer) throw new TableFault(outcome.answer.fault);
  return outcome.answer.rows;
}
