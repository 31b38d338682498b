import { type ComparedTables, compareWorkbooks, type TableFile } from './compare-workbooks.ts';

/** Compares two workbooks in a worker, so that the page stays responsive. The page ends it if that takes too long. */
export interface TablesToCompare {
  readonly before: TableFile;
  readonly after: TableFile;
}

addEventListener('message', ({ data }: MessageEvent<TablesToCompare>) => {
  compareWorkbooks(data.before, data.after).then(
    (compared) => postMessage(compared satisfies ComparedTables),
    () => postMessage({ fault: 'corrupt', of: 'after' } satisfies ComparedTables),
  );
});
