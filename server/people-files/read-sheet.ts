import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import type { SheetAnswer } from './sheet.worker.ts';
import { FAULTS, TableFault } from './table-fault.ts';

const TIME_MS = 10_000;
const HEAP_MB = 192;
const workerUrl = new URL(
  `./sheet.worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`,
  import.meta.url,
);
/** One after the other: people are imported a few times a year. */
const queue = new PQueue({ concurrency: 1 });

/** The cells of a workbook's first sheet, read in a thread with limits on time and memory. @throws TableFault */
export const readSheetOf = (bytes: Uint8Array): Promise<string[][]> => queue.add(() => run(bytes));

async function run(bytes: Uint8Array): Promise<string[][]> {
  const worker = new Worker(workerUrl, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
  let late: NodeJS.Timeout | undefined;
  try {
    const answer = await new Promise<SheetAnswer>((resolve, reject) => {
      const tooMuch = (): void => reject(new TableFault(FAULTS.too_large));
      late = setTimeout(tooMuch, TIME_MS);
      worker.once('message', resolve);
      worker.once('error', (error: Error & { code?: string }) =>
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : reject(error),
      );
      worker.once('exit', tooMuch);
      worker.postMessage(bytes);
    });
    if ('fault' in answer) throw new TableFault(answer.fault);
    return answer.rows;
  } finally {
    clearTimeout(late);
    worker.removeAllListeners();
    await worker.terminate();
  }
}
