import PQueue from 'p-queue';
import type { FileContent } from './found.ts';
import { HEAD_BYTES, type ReadKind, readKind } from './kinds.ts';
import type { WorkerKind } from './read-file.ts';
import type { ToRead } from './reading.worker.ts';
import { type FileReading, runLimited } from './run-limited.ts';

export type { FileContent };

/** A tab holds the whole file while it is read, except for kinds of which only the beginning is. */
const FILE_BYTES = 60 * 1024 ** 2;
const READ_WHOLE: ReadonlySet<ReadKind> = new Set<ReadKind>(['pdf', 'office']);
/** Milliseconds after which a file says nothing. */
const TIME_MS = 10_000;

/** Files read at a time: each has a worker of its own, and reading two already keeps a disk busy. */
const reading = new PQueue({ concurrency: 2 });

/**
 * Reads what a file says about itself, in a worker, so that a hostile or huge file does not block the page. A file that
 * cannot be read, or not in time, says nothing. Nothing is sent anywhere.
 * @throws only the signal's reason, if it is aborted
 */
export async function readContent(file: File, signal: AbortSignal): Promise<FileContent> {
  try {
    return await reading.add(() => read(file, signal), { signal });
  } catch {
    signal.throwIfAborted();
    return { text: '' };
  }
}

async function read(file: File, signal: AbortSignal): Promise<FileContent> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const kind = readKind(file.name, head);
  if (!kind || (READ_WHOLE.has(kind) && file.size > FILE_BYTES)) return { text: '' };
  const task = kind === 'pdf' ? await pdfReading(file) : workerReading(file, kind);
  return runLimited(task, TIME_MS, signal);
}

/** The library for PDFs is loaded with the first of them, and has a worker of its own. */
async function pdfReading(file: File): Promise<FileReading<FileContent>> {
  const { createPdfWorker, readPdf } = await import('./pdf/read-pdf.ts');
  return {
    create: createPdfWorker,
    read: (worker) => readPdf(file, worker),
  };
}

const workerReading = (file: File, kind: WorkerKind): FileReading<FileContent> => ({
  create: () => new Worker(new URL('./reading.worker.ts', import.meta.url), { type: 'module' }),
  read: (worker) =>
    new Promise((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<FileContent>) => resolve(data);
      worker.postMessage({ file, kind } satisfies ToRead);
    }),
});
