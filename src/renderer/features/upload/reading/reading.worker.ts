import { describeFile, type FileContent } from './found.ts';
import { readFile, type WorkerKind } from './read-file.ts';

/** Reads one file in a worker, because files may be hostile or huge. The page ends it if that takes too long. */
export interface ToRead {
  readonly file: Blob;
  readonly kind: WorkerKind;
}

addEventListener('message', ({ data }: MessageEvent<ToRead>) => {
  readFile(data.file, data.kind).then(
    (found) => postMessage(describeFile(found) satisfies FileContent),
    // The page takes it for a file that says nothing.
    () => postMessage({ text: '' } satisfies FileContent),
  );
});
